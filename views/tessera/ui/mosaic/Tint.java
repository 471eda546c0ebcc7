package tessera.ui.mosaic;

import java.util.List;
import java.util.Locale;

/** The colours the mosaic is drawn in; each is a property in CSS, {@code -mosaic-…}, set by the themes. */
enum Tint {
    GROUND,
    CARD,
    CARD_BORDER,
    TROUBLE_BORDER,
    WHOLE,
    MIG,
    MIG_TEXT,
    SHARED,
    FREE,
    FREE_SMALL,
    OTHER,
    HEALTHY,
    UNHEALTHY_GROUND,
    UNHEALTHY,
    NOT_OFFERED,
    CLOSED,
    UNKNOWN,
    STRONG,
    TEXT,
    MUTED,
    OK,
    WARN,
    DANGER,
    SELECTED,
    HOVERED,
    OWNER_1,
    OWNER_2,
    OWNER_3,
    OWNER_4,
    OWNER_5,
    OWNER_6,
    OWNER_7,
    OWNER_8;

    private static final List<Tint> RANKED = List.of(OWNER_1, OWNER_2, OWNER_3, OWNER_4, OWNER_5, OWNER_6, OWNER_7);

    /** How many namespaces have a colour of their own; the rest share one. */
    static final int OWNERS = RANKED.size();

    String property() {
        return "-mosaic-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Tint owner(int rank) {
        return rank < 0 || rank >= OWNERS ? OWNER_8 : RANKED.get(rank);
    }
}
