package tessera.ui.quota;

import java.util.List;
import java.util.OptionalLong;
import tessera.quota.QuotaLine;
import tessera.quota.QuotaLine.Of;
import tessera.quota.QuotaLine.Standing;
import tessera.quota.Room;
import tessera.ui.kit.Column;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;

/** One line in the table of quotas. */
record QuotaRow(QuotaLine line) {

    private static final String UNKNOWN = "–";

    String owner() {
        return line.owner();
    }

    boolean queue() {
        return line.of() == Of.QUEUE;
    }

    /** The quota that bounds it, or the queue's flavor. */
    String source() {
        return queue() ? "queue · " + line.source() : line.source().isEmpty() ? UNKNOWN : line.source();
    }

    long used() {
        return line.used().orElse(-1);
    }

    /** Pods that no quota counts are counted here, as far as they are seen. */
    String usedWords() {
        return line.used().isEmpty() ? UNKNOWN
                : Numbers.atLeast(used(), !line.source().isEmpty() || complete());
    }

    long hard() {
        return line.hard().orElse(-1);
    }

    long left() {
        return line.left().orElse(-1);
    }

    long free() {
        return line.room().map(Room::free).orElse(-1L);
    }

    String freeWords() {
        return line.room().map(QuotaRow::words).orElse(UNKNOWN);
    }

    /** Whole ones and shares of them are not added up. */
    private static String words(Room room) {
        if (room.shares() == 0) {
            return Numbers.atMost(room.free(), room.complete());
        }
        var shares = Numbers.count(room.shares()) + " shared";
        return (room.complete() ? "" : "≤ ") + (room.shares() == room.free() ? shares
                : Numbers.count(room.free() - room.shares()) + " + " + shares);
    }

    long start() {
        return line.start().orElse(-1);
    }

    String startWords() {
        return words(line.start());
    }

    private String words(OptionalLong number) {
        return number.isEmpty() ? UNKNOWN : Numbers.atMost(number.getAsLong(), complete());
    }

    private boolean complete() {
        return line.room().map(Room::complete).orElse(true);
    }

    /** What is to be known of it, in a few words. */
    String standing() {
        var remark = line.remark();
        return switch (line.standing()) {
            case UNLIMITED -> line.standing().words() + ": its pods may take whatever is free";
            case LIMITS_NOTHING, BEHIND, NOT_COUNTED, OPEN -> remark.isEmpty() ? line.standing().words() : remark;
            case NEARLY_FULL, FULL, EXCEEDED, UNKNOWN -> remark.isEmpty() ? line.standing().words()
                    : line.standing().words() + ": " + remark;
        };
    }

    /** The same, as short as a cell is. */
    String standingBriefly() {
        return switch (line.standing()) {
            case LIMITS_NOTHING -> "has no effect";
            case UNLIMITED -> line.standing().words();
            default -> standing();
        };
    }

    Glyph sign() {
        return switch (line.standing()) {
            case OPEN -> Glyph.READY;
            case NEARLY_FULL -> Glyph.INFO;
            case EXCEEDED, LIMITS_NOTHING -> Glyph.WARNING;
            case FULL -> Glyph.FULL;
            case BEHIND, NOT_COUNTED -> Glyph.WAITING;
            case UNLIMITED -> Glyph.NONE;
            case UNKNOWN -> Glyph.UNREACHABLE;
        };
    }

    boolean troubled() {
        return switch (line.standing()) {
            case FULL, EXCEEDED, LIMITS_NOTHING, UNKNOWN -> true;
            case NEARLY_FULL, OPEN, BEHIND, NOT_COUNTED, UNLIMITED -> false;
        };
    }

    boolean is(Standing standing) {
        return line.standing() == standing;
    }

    static List<Column<QuotaRow>> columns() {
        return List.of(Column.<QuotaRow>text("owner", "Namespace", 90, QuotaRow::owner).drawn(QuotaCells::owner),
                Column.<QuotaRow>text("source", "Quota", 78, QuotaRow::source).drawn(QuotaCells::source),
                Column.<QuotaRow>text("resource", "Resource", 160, row -> row.line().resource())
                        .drawn(QuotaCells::resource),
                Column.<QuotaRow>number("used", "Used", 50, QuotaRow::used).written(QuotaRow::usedWords),
                Column.<QuotaRow>number("hard", "Limit", 50, QuotaRow::hard),
                Column.<QuotaRow>text("share", "Taken", 104, QuotaRow::shareWords).drawn(QuotaCells::share)
                        .orderedBy(row -> row.line().share().map(share -> (Comparable<?>) share)),
                Column.<QuotaRow>number("left", "Left", 50, QuotaRow::left),
                Column.<QuotaRow>number("free", "Free on nodes", 104, QuotaRow::free).written(QuotaRow::freeWords),
                Column.<QuotaRow>number("start", "Can start", 66, QuotaRow::start).written(QuotaRow::startWords),
                Column.<QuotaRow>text("standing", "State", 130, QuotaRow::standing).drawn(QuotaCells::standing),
                Column.<QuotaRow>text("key", "Key", 190, row -> row.line().key()).hidden());
    }

    String shareWords() {
        return line.share().map(share -> Math.round(share * 100) + " %").orElse(UNKNOWN);
    }
}
