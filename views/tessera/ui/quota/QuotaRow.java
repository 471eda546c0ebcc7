package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/** One line in the quota table. */
record QuotaRow(QuotaTableRow line) {

    private static final String UNKNOWN = "–";

    String owner() {
        return line.owner();
    }

    boolean isQueue() {
        return line.ownerKind() == QuotaOwnerKind.QUEUE;
    }

    /** Returns the owner's name, marked for a queue, which may have the name of a namespace. */
    String ownerText() {
        return isQueue() ? "queue " + owner() : owner();
    }

    /** Returns the quota that bounds the line, or the queue's flavor. */
    String sourceName() {
        return line.source().isEmpty() ? UNKNOWN : line.source();
    }

    long used() {
        return line.used().orElse(-1);
    }

    /** Returns the used amount; pods that no quota counts are counted here as far as they are visible. */
    String usedText() {
        return line.used().isEmpty() ? UNKNOWN
                : NumberText.atLeast(used(), !line.source().isEmpty() || isComplete());
    }

    long hard() {
        return line.hard().orElse(-1);
    }

    long left() {
        return line.left().orElse(-1);
    }

    /** Returns the unused amount of a queue that has none left. */
    private long lentAmount() {
        return isQueue() && line.status() == QuotaRowStatus.FULL
                ? Math.max(0, line.hard().orElse(0) - line.used().orElse(0))
                : 0;
    }

    private long borrowedAmount() {
        return line.borrowed().orElse(0);
    }

    long free() {
        return line.room().map(NewPodResourceCapacity::free).orElse(-1L);
    }

    String freeText() {
        return line.room().map(room -> amountText(room.free(), room.shares())).orElseGet(this::lackingText);
    }

    private String lackingText() {
        return line.isRoomUnknown() ? "not known" : UNKNOWN;
    }

    /** Returns whole devices and shares as separate amounts, as they do not add up. */
    private String amountText(long all, long shares) {
        if (shares == 0) {
            return NumberText.atMost(all, isComplete());
        }
        var some = NumberText.count(shares) + " shared";
        return (isComplete() ? "" : "≤ ") + (shares == all ? some : NumberText.count(all - shares) + " + " + some);
    }

    long startableAmount() {
        return line.startable().orElse(-1);
    }

    String startableText() {
        return line.startable().isEmpty() ? lackingText()
                : amountText(startableAmount(), line.startableShares().orElse(0));
    }

    private boolean isComplete() {
        return line.room().map(NewPodResourceCapacity::complete).orElse(true);
    }

    /** Returns the status of the line in a few words. */
    String statusText() {
        return line.scopeText().isEmpty() ? countedText() : countedText() + "; " + line.scopeText();
    }

    private String countedText() {
        var remark = line.remark();
        return switch (line.status()) {
            case UNLIMITED -> line.status().statusText() + ": its pods may take whatever is free";
            case LIMITS_NOTHING, BEHIND, NOT_COUNTED, OPEN -> remark.isEmpty() ? line.status().statusText() : remark;
            case NEARLY_FULL, FULL, CLOSED, NOWHERE, EXCEEDED, UNKNOWN -> remark.isEmpty() ? line.status().statusText()
                    : line.status().statusText() + ": " + remark;
        };
    }

    /** Returns the same with the node capacity that is not counted. */
    String completeStatusText() {
        var kept = line.room().map(NewPodResourceCapacity::taintedText).orElse("");
        return kept.isEmpty() ? statusText() : statusText() + "\n" + kept;
    }

    /** Returns the same, as short as a cell is. */
    String shortStatusText() {
        return line.scopeText().isEmpty() ? shortText() : switch (line.status()) {
            case OPEN -> "room for some";
            case NEARLY_FULL -> "little for some";
            case FULL -> "full for some";
            default -> shortText();
        };
    }

    private String shortText() {
        return switch (line.status()) {
            case LIMITS_NOTHING -> "has no effect";
            case UNLIMITED, EXCEEDED, CLOSED, NOWHERE -> line.status().statusText();
            default -> !isQueue() ? line.status() == QuotaRowStatus.FULL ? line.status().statusText() : countedText()
                    : borrowedAmount() > 0 ? NumberText.count(borrowedAmount()) + " borrowed"
                            : lentAmount() > 0 ? NumberText.count(lentAmount()) + " lent" : line.status().statusText();
        };
    }

    StatusGlyph statusGlyph() {
        return switch (line.status()) {
            case OPEN -> StatusGlyph.READY;
            case NEARLY_FULL -> StatusGlyph.INFO;
            case EXCEEDED, CLOSED, NOWHERE, LIMITS_NOTHING -> StatusGlyph.WARNING;
            case FULL -> StatusGlyph.FULL;
            case BEHIND, NOT_COUNTED -> StatusGlyph.WAITING;
            case UNLIMITED -> StatusGlyph.NONE;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
    }

    boolean hasProblem() {
        return switch (line.status()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE, LIMITS_NOTHING, UNKNOWN -> true;
            case NEARLY_FULL, OPEN, BEHIND, NOT_COUNTED, UNLIMITED -> false;
        };
    }

    /** Returns the sort rank: lines that need action first, unbounded ones last. */
    int urgencyRank() {
        return switch (line.status()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE -> 0;
            case LIMITS_NOTHING, UNKNOWN -> 1;
            case NEARLY_FULL, BEHIND, NOT_COUNTED -> 2;
            case OPEN -> 3;
            case UNLIMITED -> 4;
        };
    }

    /** Returns a sentence that the limit is reached; empty where more may be used. */
    Optional<String> exhaustedText() {
        var amounts = "%s: %s of %s used".formatted(line.resource(), usedText(), NumberText.count(hard()));
        return switch (line.status()) {
            case FULL -> Optional.of(!line.remark().isEmpty() ? amounts + "; " + line.remark()
                    : "%s, all that quota %s allows".formatted(amounts, sourceName()));
            case EXCEEDED -> Optional.of("%s: %s used, quota %s allows %s; no further pod is let in".formatted(
                    line.resource(), usedText(), sourceName(), NumberText.count(hard())));
            case CLOSED, NOWHERE -> Optional.of("%s: %s".formatted(line.resource(), statusText()));
            default -> Optional.empty();
        };
    }

    boolean hasStatus(QuotaRowStatus standing) {
        return line.status() == standing;
    }

    static List<DataColumn<QuotaRow>> columns() {
        return List.of(
                DataColumn.<QuotaRow>text("owner", "Namespace", 118, QuotaRow::ownerText)
                        .withDrawing(QuotaCells::ownerCell),
                DataColumn.<QuotaRow>text("source", "Quota", 56, QuotaRow::sourceName)
                        .withDrawing(QuotaCells::sourceCell),
                DataColumn.<QuotaRow>text("resource", "Resource", 166, row -> row.line().resource())
                        .withDrawing(QuotaCells::resourceCell),
                DataColumn.<QuotaRow>text("standing", "State", 112, QuotaRow::statusText)
                        .withDrawing(QuotaCells::statusCell),
                DataColumn.<QuotaRow>number("used", "Used", 48, QuotaRow::used).withText(QuotaRow::usedText),
                DataColumn.<QuotaRow>number("hard", "Limit", 48, QuotaRow::hard),
                DataColumn.<QuotaRow>text("share", "Taken", 76, QuotaRow::shareText).withDrawing(QuotaCells::shareCell)
                        .orderedBy(row -> row.line().usedShare().map(share -> (Comparable<?>) share)),
                DataColumn.<QuotaRow>number("left", "Left", 46, QuotaRow::left),
                DataColumn.<QuotaRow>number("start", "Can start now", 106, QuotaRow::startableAmount)
                        .withText(QuotaRow::startableText),
                DataColumn.<QuotaRow>number("free", "Free on nodes", 106, QuotaRow::free)
                        .withText(QuotaRow::freeText),
                DataColumn.<QuotaRow>text("key", "Key", 190, row -> row.line().key()).hidden());
    }

    String shareText() {
        return line.usedShare().map(share -> Math.round(share * 100) + " %").orElse(UNKNOWN);
    }
}
