package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import tessera.quota.QuotaLine;
import tessera.quota.QuotaLine.LineOwner;
import tessera.quota.QuotaLine.LineStatus;
import tessera.quota.ResourceRoom;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/** One line in the table of quotas. */
record QuotaRow(QuotaLine line) {

    private static final String UNKNOWN = "–";

    String owner() {
        return line.owner();
    }

    boolean queue() {
        return line.of() == LineOwner.QUEUE;
    }

    /** A queue may have the name of a namespace. */
    String ownerWords() {
        return queue() ? "queue " + owner() : owner();
    }

    /** The quota that bounds it, or the queue's flavor. */
    String source() {
        return line.source().isEmpty() ? UNKNOWN : line.source();
    }

    long used() {
        return line.used().orElse(-1);
    }

    /** Pods that no quota counts are counted here, as far as they are seen. */
    String usedWords() {
        return line.used().isEmpty() ? UNKNOWN
                : NumberText.atLeast(used(), !line.source().isEmpty() || complete());
    }

    long hard() {
        return line.hard().orElse(-1);
    }

    long left() {
        return line.left().orElse(-1);
    }

    /** What a queue that has none left has not used itself. */
    private long lent() {
        return queue() && line.standing() == LineStatus.FULL
                ? Math.max(0, line.hard().orElse(0) - line.used().orElse(0))
                : 0;
    }

    private long borrowed() {
        return line.borrowed().orElse(0);
    }

    long free() {
        return line.room().map(ResourceRoom::free).orElse(-1L);
    }

    String freeWords() {
        return line.room().map(room -> words(room.free(), room.shares())).orElseGet(this::lacking);
    }

    private String lacking() {
        return line.roomUnknown() ? "not known" : UNKNOWN;
    }

    /** Whole ones and shares of them are not added up. */
    private String words(long all, long shares) {
        if (shares == 0) {
            return NumberText.atMost(all, complete());
        }
        var some = NumberText.count(shares) + " shared";
        return (complete() ? "" : "≤ ") + (shares == all ? some : NumberText.count(all - shares) + " + " + some);
    }

    long start() {
        return line.start().orElse(-1);
    }

    String startWords() {
        return line.start().isEmpty() ? lacking() : words(start(), line.startShares().orElse(0));
    }

    private boolean complete() {
        return line.room().map(ResourceRoom::complete).orElse(true);
    }

    /** What is to be known of it, in a few words. */
    String standing() {
        return line.counts().isEmpty() ? ofThoseCounted() : ofThoseCounted() + "; " + line.counts();
    }

    private String ofThoseCounted() {
        var remark = line.remark();
        return switch (line.standing()) {
            case UNLIMITED -> line.standing().words() + ": its pods may take whatever is free";
            case LIMITS_NOTHING, BEHIND, NOT_COUNTED, OPEN -> remark.isEmpty() ? line.standing().words() : remark;
            case NEARLY_FULL, FULL, CLOSED, NOWHERE, EXCEEDED, UNKNOWN -> remark.isEmpty() ? line.standing().words()
                    : line.standing().words() + ": " + remark;
        };
    }

    /** The same with what of the nodes is not counted. */
    String told() {
        var kept = line.room().map(ResourceRoom::keptWords).orElse("");
        return kept.isEmpty() ? standing() : standing() + "\n" + kept;
    }

    /** The same, as short as a cell is. */
    String standingBriefly() {
        return line.counts().isEmpty() ? briefly() : switch (line.standing()) {
            case OPEN -> "room for some";
            case NEARLY_FULL -> "little for some";
            case FULL -> "full for some";
            default -> briefly();
        };
    }

    private String briefly() {
        return switch (line.standing()) {
            case LIMITS_NOTHING -> "has no effect";
            case UNLIMITED, EXCEEDED, CLOSED, NOWHERE -> line.standing().words();
            default -> !queue() ? line.standing() == LineStatus.FULL ? line.standing().words() : ofThoseCounted()
                    : borrowed() > 0 ? NumberText.count(borrowed()) + " borrowed"
                            : lent() > 0 ? NumberText.count(lent()) + " lent" : line.standing().words();
        };
    }

    StatusGlyph sign() {
        return switch (line.standing()) {
            case OPEN -> StatusGlyph.READY;
            case NEARLY_FULL -> StatusGlyph.INFO;
            case EXCEEDED, CLOSED, NOWHERE, LIMITS_NOTHING -> StatusGlyph.WARNING;
            case FULL -> StatusGlyph.FULL;
            case BEHIND, NOT_COUNTED -> StatusGlyph.WAITING;
            case UNLIMITED -> StatusGlyph.NONE;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
    }

    boolean troubled() {
        return switch (line.standing()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE, LIMITS_NOTHING, UNKNOWN -> true;
            case NEARLY_FULL, OPEN, BEHIND, NOT_COUNTED, UNLIMITED -> false;
        };
    }

    /** Those come first of which something has to be seen to, and those last that nothing bounds. */
    int urgency() {
        return switch (line.standing()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE -> 0;
            case LIMITS_NOTHING, UNKNOWN -> 1;
            case NEARLY_FULL, BEHIND, NOT_COUNTED -> 2;
            case OPEN -> 3;
            case UNLIMITED -> 4;
        };
    }

    /** That nothing more may be taken, in a sentence; empty where more may. */
    Optional<String> exhausted() {
        var amounts = "%s: %s of %s used".formatted(line.resource(), usedWords(), NumberText.count(hard()));
        return switch (line.standing()) {
            case FULL -> Optional.of(!line.remark().isEmpty() ? amounts + "; " + line.remark()
                    : "%s, all that quota %s allows".formatted(amounts, source()));
            case EXCEEDED -> Optional.of("%s: %s used, quota %s allows %s; no further pod is let in".formatted(
                    line.resource(), usedWords(), source(), NumberText.count(hard())));
            case CLOSED, NOWHERE -> Optional.of("%s: %s".formatted(line.resource(), standing()));
            default -> Optional.empty();
        };
    }

    boolean is(LineStatus standing) {
        return line.standing() == standing;
    }

    static List<DataColumn<QuotaRow>> columns() {
        return List.of(
                DataColumn.<QuotaRow>text("owner", "Namespace", 118, QuotaRow::ownerWords)
                        .drawn(QuotaCells::owner),
                DataColumn.<QuotaRow>text("source", "Quota", 56, QuotaRow::source).drawn(QuotaCells::source),
                DataColumn.<QuotaRow>text("resource", "Resource", 166, row -> row.line().resource())
                        .drawn(QuotaCells::resource),
                DataColumn.<QuotaRow>text("standing", "State", 112, QuotaRow::standing)
                        .drawn(QuotaCells::standing),
                DataColumn.<QuotaRow>number("used", "Used", 48, QuotaRow::used).written(QuotaRow::usedWords),
                DataColumn.<QuotaRow>number("hard", "Limit", 48, QuotaRow::hard),
                DataColumn.<QuotaRow>text("share", "Taken", 76, QuotaRow::shareWords).drawn(QuotaCells::share)
                        .orderedBy(row -> row.line().share().map(share -> (Comparable<?>) share)),
                DataColumn.<QuotaRow>number("left", "Left", 46, QuotaRow::left),
                DataColumn.<QuotaRow>number("start", "Can start now", 106, QuotaRow::start)
                        .written(QuotaRow::startWords),
                DataColumn.<QuotaRow>number("free", "Free on nodes", 106, QuotaRow::free)
                        .written(QuotaRow::freeWords),
                DataColumn.<QuotaRow>text("key", "Key", 190, row -> row.line().key()).hidden());
    }

    String shareWords() {
        return line.share().map(share -> Math.round(share * 100) + " %").orElse(UNKNOWN);
    }
}
