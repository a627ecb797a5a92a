"""Stored schedules that a quick search does not find: a night of eight games for 18 to 35 people.

One line is one round: a letter for each person, four to a table in seat order N E S W; anyone missing sits out. 24, 28
and 32 come from designs in which any two people meet at most once: a group divisible design on 8 groups of 3 (its seven
rounds, then the best eighth), a resolvable design on 28 points, and the affine lines of a field of 8 elements. The rest
were found by a search like that of `_search`, run a thousand times longer. The tests check their counts.
"""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import Final

__all__ = ["KNOWN", "LETTERS"]

LETTERS: Final = digits + ascii_lowercase

KNOWN: Final[dict[int, tuple[str, ...]]] = {
    18: (
        """
        352748fheb9dag6c
        5e80chb71g9a6f4d
        f0c987gbea3h126d
        h4109eg5a2bfcd38
        24ce31bga7d06f5h
        4fg351c098h2e7d6
        f1e72gh05ab43986
        b306ghd57294a8c1
        """,
    ),
    19: (
        """
        f4adci5e879h3gb6
        2ed08bcfga96i7h1
        9d3ch25a01bgf4ie
        e657gd8i32f1h40c
        fg85ib29h437a610
        a7bd35i0ec916824
        fhd649b572gc3e8a
        hbge85d16aci07f9
        """,
    ),
    20: (
        """
        2if4bj9e8635c10a7dhg
        h1457cbjdf69eg8a02i3
        0hj89i753ag4d2cef16b
        fjia251b84cdhge63079
        e5f0c9gi31dj8764ba2h
        dhbi9820fg715ac6je34
        j267ch3f8ei1b40gd5a9
        5g2jfb38194hi6d07cae
        """,
    ),
    21: (
        """
        b2k9f5h634g7aecd8ji1
        8k67b5gcfjdi409h2a3e
        ah918fckg4jbi5e7036d
        8542d17cje96ihabkf0g
        ekbdhc7j26if9a8g0531
        83ehgb16j02ci4kd9af7
        ja5kd2hg7b80f4e1i9c3
        3bfj46caig0e5d9812kh
        """,
    ),
    22: (
        """
        e3c2h8fl4kg65a97ijdb
        if40dl8agj7e51bk6ch9
        j198d2kifecabghl0673
        g9fd45l23kaj0c8beh1i
        hj4ai5gc7b2f36d1k0el
        9li3hd74856ekfcj12g0
        87ki62lj53fh4b9e1ga0
        l1c70jd5hk92ai6b38g4
        """,
    ),
    23: (
        """
        8df96l74m3ge5ajchbik
        17ji9ha06gk8lfe2mdcb
        hd1eml9j24kaficgb503
        hm78efjk1l5g3d4i0c26
        9237bjg4m01k5f6hil8a
        4ld091kc6j83bae72im5
        gf7059e4m6adh3cl1b28
        d5k74ec8j2hgib96f3a1
        """,
    ),
    24: (
        """
        l04b6cfkm1597dgin23a8ehj
        l37e9fi2m48cagj0n56dbhk1
        l6ahci05m7bfdj13n89gek24
        l9dkf038maeig146nbcjh257
        lcg2i36bmdh0j479nef1k58a
        lfj5069emgk317acnhi428bd
        li1839chmj264adfnk075beg
        867b15432ikjed0chgf9lamn
        """,
    ),
    25: (
        """
        gn14dlbm8h5o2jiak9ec6f37
        dg05ilk7eanc3objmf4h9268
        jdh68nm7cfb0ak4olg39i1e5
        9a0h8fdi5n2b1o7ckgjmel64
        5j79h2cl1da38beg6kfnm0io
        m61ai49behd7ln0j38kcog2f
        mc54lo8e0k2dbg7aih3n91fj
        j480d9onhbk1m3e26cigfla5
        """,
    ),
    26: (
        """
        845fpom7dkj6cnghlbi2e9a3
        7b64i8oe1cfkna0dh5lmgj9p
        af7j2no3ebkh0i8c96m1gldp
        3pcb9kn5g41oje0lfidm8h2a
        nbf1g305ih6pj2mckoale47d
        nmpekg7ih3j8d51260of94lc
        0h975ojb6nl81ipag2efm4k3
        4ijnbm8gp0k2c65adho9l731
        """,
    ),
    27: (
        """
        ohmd4lg9eafbck385j6n7qip
        qg62nl7mhakif1codb98pej0
        q5kf10ilb4opdjgcm9a2en3h
        68h0qnd1gfmp5ecl23i47jok
        367mi9nfpk2lago05814qjbh
        7d2ekn04a31j8qlo9cp6i5mb
        p8na179hmq4e20cbf6ld5g3o
        eoi603q92fj8k1bg74acphd5
        """,
    ),
    28: (
        """
        r012369j47ak58bicgnpdhlqefmo
        r34560cm71dn82elfaqjgbokh9pi
        r67803fp14gq25ho9dkmaeinbcjl
        r9abcfi1dgj2ehk0lp57mq38no46
        rcdef9l4gam5hbn3oj81pk62qi70
        rfgh9co7adp8beq6im24jn05kl13
        rijklo0amp1bnq2937eg48ch56df
        rlmnoi3dpj4eqk5c61ha72fb80g9
        ropqil6gjm7hkn8f04bd159e23ac
        """,
    ),
    29: (
        """
        i1k6emh9qjfng7co34prl58sadb2
        is39e7f8hac42jmr05bonglk6qpd
        0napdhr7ielcj4ks35gqb96fom18
        scq2eoaki7jpf1r0nld98bg4mh56
        eg2p3hbjlor65ckf91aqs7mndi80
        ag6jebrsdmc328hnoqi40k97fpl1
        b1cn4592pshoa3l7qrk8e0djmifg
        5riaf23o64en1sdgqhl0cj98bmkp
        """,
    ),
    30: (
        """
        cdpfq4s3n7bl96mjr2kithge8o5a
        apni5kfgdhjles07rc49t618mboq
        hsb6oflegi7c8jqpmnk0rtad2193
        m2ptgqa93orhe8n41dbkfsij0c5l
        iedqp6og4j0251hnfr7mlaskbct3
        28cs9phk674dlgm3e5rjtfnq1io0
        qh27bp45ame1f063ngsrotkj9il8
        h4mino2dbg085st9a3j71plrcq6k
        """,
    ),
    31: (
        """
        of4jnib9kr57atechg3p6slmqud8
        sa872fdm1b6cokl90hrnjqgeutpi
        4ardsfheqbpkcl0291gt3jnuoim5
        dtl3j5pcro2864huis0qfngk1em7
        igr6nosphq27alj1ktm8430buf59
        amu094p7rjts8l5bqoc36n2e1kdi
        dep06aqf7lugn48c9mr3152sthbo
        cuks8ei34qt59hjdga2br1pfo067
        """,
    ),
    32: (
        """
        08go19hp2aiq3bjr4cks5dlt6emu7fnv
        09ir18jq2bgp3aho4dmv5cnu6fkt7els
        0aku1blv28ms39nt4egq5fhr6cio7djp
        0bmt1ans29kv38lu4fip5ejo6dgr7chq
        0cjv1diu2eht3fgs48nr59mq6alp7bko
        0dhs1cgt2fju3eiv49lo58kp6bnq7amr
        0enp1fmo2clr3dkq4ajt5bis68hv79gu
        0flq1ekr2dno3cmp4bhu5agv69js78it
        0123456789abcdefghijklmnopqrstuv
        """,
    ),
    33: (
        """
        c2amlhpn71v8f45wk6dgse9orjiuq3tb
        r7t0fu6qpbawi8n52lskevcdjhog34m9
        srfcbok8dmu5q7egw30nvpti6h9a14lj
        4pc0k9uvfhd7w6e8grblj2tnqoa5im1s
        pg3ui7ole0kmct65wdqjnr1avsbh9f82
        n76sltmwgfaih80qv2orube491dpjck3
        8jsp7w2u3leat4dobf015hrk9icqngvm
        usatmfopb5j91cwg06vlr3d8q4kn2hei
        """,
    ),
    34: (
        """
        qsamt9o6cw27bnvr4ld35pfukexhij8g
        pn4ir9jlh8ude1fgq5owabt7k6mcs0vx
        evtuwhrsxjq6om18ifl7p3cg92bkn0da
        h2vlofjd4r1cxpm9ne3sbuqigawkt058
        elpahgbm5vd16r7u03kj2nqfxw4tiosc
        hjcntkrdwf86vop731xilgs594eq0m2u
        emjw5kn7bl16s248qp0r3hft9aviugxo
        hi65bdxckv8qra2o1sjpmtnlg7409w3u
        """,
    ),
    35: (
        """
        dpiv89nbkfhgcuqrm7x4tjl5soewy63a
        yt7w2eikvxl9qjn1psfr0ubd8ahmoc6g
        tg9q01xikv4o3w5hdcsmblp2nearyfuj
        8u2oqhs47p3cv6f1tmriexdjklwnyg50
        glr4m0f9s2yn5xbqutk31opa6w8ih7vj
        3noi5uep9ad4jbr68ql7kcyxts0vmw21
        5s974t1bq2vaodyre38fpwxghcn0mu6l
        cwj458rvh6d2s3gbqp0ky19ea7uiftxo
        """,
    ),
}
