package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** One line in the quota table. */
record QuotaRow(QuotaTableRow tableRow) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaRow.class);
    private static final String UNKNOWN = "–";

    String owner() {
        return tableRow.owner();
    }

    boolean isQueue() {
        return tableRow.ownerKind() == QuotaOwnerKind.QUEUE;
    }

    /** Returns the owner's name, marked for a queue, which may have the name of a namespace. */
    String ownerText() {
        return isQueue() ? MESSAGES.text("row.queue", owner()) : owner();
    }

    /** Returns the quota that bounds the line, or the queue's flavor. */
    String sourceName() {
        return OptionalText.orElse(tableRow.source(), UNKNOWN);
    }

    long used() {
        return tableRow.used().orElse(-1);
    }

    /** Returns whole devices and fractions together; empty where none of them is known. */
    OptionalDouble usedAmount() {
        var fractions = tableRow.fractions();
        if (tableRow.used().isEmpty() && fractions.gpus() == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(tableRow.used().orElse(0) + fractions.gpus());
    }

    /** Returns the used amount; pods that no quota counts are counted here as far as they are visible. */
    String usedText() {
        var fractions = tableRow.fractions();
        if (fractions.isPresent()) {
            return fractions.sumText(Math.max(0, used()),
                    !(fractions.complete() && isComplete()) ? "≥ " : "");
        }
        if (tableRow.used().isEmpty()) {
            return UNKNOWN;
        }
        return GroupedNumberFormatter.atLeast(used(), !tableRow.source().isEmpty() || isComplete());
    }

    long hard() {
        return tableRow.hard().orElse(-1);
    }

    long left() {
        return tableRow.left().orElse(-1);
    }

    /** Returns the unused amount of a queue that has none left. */
    private long lentAmount() {
        if (isQueue() && tableRow.status() == QuotaRowStatus.FULL) {
            return Math.max(0, tableRow.hard().orElse(0) - tableRow.used().orElse(0));
        }
        return 0;
    }

    private long borrowedAmount() {
        return tableRow.borrowed().orElse(0);
    }

    long free() {
        return tableRow.nodeCapacity().map(NewPodResourceCapacity::free).orElse(-1L);
    }

    String freeText() {
        return tableRow.nodeCapacity().map(capacity -> amountText(capacity.free(), capacity.shares()))
                .orElseGet(this::lackingText);
    }

    private String lackingText() {
        return tableRow.isRoomUnknown() ? MESSAGES.text("row.unknown") : UNKNOWN;
    }

    /** Returns whole devices and shares as separate amounts, as they do not add up. */
    private String amountText(long all, long shares) {
        if (shares == 0) {
            return GroupedNumberFormatter.atMost(all, isComplete());
        }
        var some = MESSAGES.text("row.shared", GroupedNumberFormatter.count(shares));
        return (isComplete() ? "" : "≤ ")
                + (shares == all ? some : GroupedNumberFormatter.count(all - shares) + " + " + some);
    }

    long startableAmount() {
        return tableRow.startable().orElse(-1);
    }

    String startableText() {
        if (tableRow.startable().isEmpty()) {
            return lackingText();
        }
        return amountText(startableAmount(), tableRow.startableShares().orElse(0));
    }

    private boolean isComplete() {
        return tableRow.nodeCapacity().map(NewPodResourceCapacity::complete).orElse(true);
    }

    /** Returns the status of the line in a few words. */
    String statusText() {
        return countedText() + OptionalText.prefixed("; ", tableRow.scopeText());
    }

    /** Returns the status and the words by which a filter finds it. */
    List<String> statusTexts() {
        return Stream.concat(Stream.of(statusText()), tableRow.status().searchTexts().stream()).toList();
    }

    private String countedText() {
        var remark = tableRow.note();
        return switch (tableRow.status()) {
            case UNLIMITED -> MESSAGES.text("row.unlimited", tableRow.status().statusText());
            case LIMITS_NOTHING, BEHIND, NOT_COUNTED, OPEN ->
                OptionalText.orElse(remark, tableRow.status().statusText());
            case NEARLY_FULL, FULL, CLOSED, NOWHERE, EXCEEDED, UNKNOWN ->
                remark.isEmpty() ? tableRow.status().statusText() : tableRow.status().statusText() + ": " + remark;
        };
    }

    /** Returns the same with the node capacity that is not counted. */
    String completeStatusText() {
        var kept = tableRow.nodeCapacity().map(NewPodResourceCapacity::taintedText).orElse("");
        return statusText() + OptionalText.prefixed("\n", kept);
    }

    /** Returns the same, as short as a cell is. */
    String shortStatusText() {
        if (tableRow.scopeText().isEmpty()) {
            return shortText();
        }
        return switch (tableRow.status()) {
            case OPEN -> MESSAGES.text("row.someOpen");
            case NEARLY_FULL -> MESSAGES.text("row.someNearlyFull");
            case FULL -> MESSAGES.text("row.someFull");
            default -> shortText();
        };
    }

    private String shortText() {
        return switch (tableRow.status()) {
            case LIMITS_NOTHING -> MESSAGES.text("row.noEffect");
            case UNLIMITED, EXCEEDED, CLOSED, NOWHERE -> tableRow.status().statusText();
            default -> {
                if (!isQueue()) {
                    if (tableRow.status() == QuotaRowStatus.FULL) {
                        yield tableRow.status().statusText();
                    }
                    yield countedText();
                }
                if (borrowedAmount() > 0) {
                    yield MESSAGES.text("queue.borrowed", GroupedNumberFormatter.count(borrowedAmount()));
                }
                if (lentAmount() > 0) {
                    yield MESSAGES.text("queue.lent", GroupedNumberFormatter.count(lentAmount()));
                }
                yield tableRow.status().statusText();
            }
        };
    }

    StatusGlyph statusGlyph() {
        return switch (tableRow.status()) {
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
        return switch (tableRow.status()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE, LIMITS_NOTHING, UNKNOWN -> true;
            case NEARLY_FULL, OPEN, BEHIND, NOT_COUNTED, UNLIMITED -> false;
        };
    }

    /** Returns the sort rank: lines that need action first, unbounded ones last. */
    int urgencyRank() {
        return switch (tableRow.status()) {
            case FULL, EXCEEDED, CLOSED, NOWHERE -> 0;
            case LIMITS_NOTHING, UNKNOWN -> 1;
            case NEARLY_FULL, BEHIND, NOT_COUNTED -> 2;
            case OPEN -> 3;
            case UNLIMITED -> 4;
        };
    }

    /** Returns a sentence that the limit is reached; empty where more may be used. */
    Optional<String> exhaustedText() {
        var limit = GroupedNumberFormatter.count(hard());
        return switch (tableRow.status()) {
            case FULL -> Optional.of(
                    MESSAGES.text("row.full", tableRow.resource(), usedText(), limit, tableRow.note(), sourceName()));
            case EXCEEDED ->
                Optional.of(MESSAGES.text("row.exceeded", tableRow.resource(), usedText(), limit, sourceName()));
            case CLOSED, NOWHERE -> Optional.of("%s: %s".formatted(tableRow.resource(), statusText()));
            default -> Optional.empty();
        };
    }

    boolean hasStatus(QuotaRowStatus rowStatus) {
        return tableRow.status() == rowStatus;
    }

    static List<DataTableColumn<QuotaRow>> columns() {
        return List.of(
                DataTableColumn.<QuotaRow>text("owner", MESSAGES.text("column.namespace"), 118, QuotaRow::ownerText)
                        .withDrawing(QuotaTableCellFactory::ownerCell),
                DataTableColumn.<QuotaRow>text("source", MESSAGES.text("column.quota"), 56, QuotaRow::sourceName)
                        .withDrawing(QuotaTableCellFactory::sourceCell),
                DataTableColumn.<QuotaRow>text("resource", MESSAGES.text("column.resource"), 152,
                        row -> row.tableRow().resource()).withDrawing(QuotaTableCellFactory::resourceCell),
                DataTableColumn.<QuotaRow>text("standing", MESSAGES.text("column.state"), 112, QuotaRow::statusText)
                        .withDrawing(QuotaTableCellFactory::statusCell),
                DataTableColumn.<QuotaRow>number("used", MESSAGES.text("column.used"), 62, QuotaRow::used)
                        .withText(QuotaRow::usedText).orderedBy(QuotaRow::usedAmountKey),
                DataTableColumn.<QuotaRow>number("hard", MESSAGES.text("column.limit"), 48, QuotaRow::hard),
                DataTableColumn.<QuotaRow>text("share", MESSAGES.text("column.share"), 76, QuotaRow::shareText)
                        .withDrawing(QuotaTableCellFactory::shareCell).orderedBy(QuotaRow::usedShareKey),
                DataTableColumn.<QuotaRow>number("left", MESSAGES.text("column.left"), 46, QuotaRow::left),
                DataTableColumn
                        .<QuotaRow>number("start", MESSAGES.text("column.startable"), 106, QuotaRow::startableAmount)
                        .withText(QuotaRow::startableText),
                DataTableColumn.<QuotaRow>number("free", MESSAGES.text("column.free"), 106, QuotaRow::free)
                        .withText(QuotaRow::freeText),
                DataTableColumn.<QuotaRow>text("key", MESSAGES.text("column.key"), 190, row -> row.tableRow().key())
                        .hidden());
    }

    private static Optional<Comparable<?>> usedAmountKey(QuotaRow row) {
        return Optional.of(row.usedAmount()).filter(OptionalDouble::isPresent)
                .map(used -> (Comparable<?>) used.getAsDouble());
    }

    private static Optional<Comparable<?>> usedShareKey(QuotaRow row) {
        return row.tableRow().usedShare().map(share -> (Comparable<?>) share);
    }

    String shareText() {
        return tableRow.usedShare().map(share -> Math.round(share * 100) + " %").orElse(UNKNOWN);
    }

    /** Cells of the quota table that are drawn. */
    private static final class QuotaTableCellFactory {

        private static final double BAR = 60;
        private static final double HEIGHT = 8;

        private QuotaTableCellFactory() {}

        static Node ownerCell(QuotaRow row) {
            return TextLabelFactory.shrinkable(row.ownerText(), "strong");
        }

        static Node sourceCell(QuotaRow row) {
            return TextLabelFactory.shrinkable(row.sourceName(), row.tableRow().source().isEmpty() ? "muted" : "label");
        }

        static Node resourceCell(QuotaRow row) {
            var label = TextLabelFactory.shrinkable(OptionalText.orElse(row.tableRow().resource(), "–"), "mono");
            label.setTooltip(row.tableRow().key().isEmpty() ? null : new Tooltip(row.tableRow().key()));
            return label;
        }

        /** Draws the used share of the limit; hatched where unknown, nothing where it has no meaning. */
        static Node shareCell(QuotaRow row) {
            var bar = new Pane();
            bar.setMinSize(BAR, HEIGHT);
            bar.setPrefSize(BAR, HEIGHT);
            bar.setMaxSize(BAR, HEIGHT);
            row.tableRow().usedShare().ifPresent(share -> {
                bar.getStyleClass().addAll("level-bar", "quota-bar", barStyle(row));
                var level = LayoutBoxFactory.withStyle(new Region(), "level");
                level.setManaged(false);
                level.resizeRelocate(0, 0, Math.rint(BAR * share), HEIGHT);
                bar.getChildren().add(level);
            });
            return LayoutBoxFactory.row(0, bar);
        }

        private static String barStyle(QuotaRow row) {
            return switch (row.tableRow().status()) {
                case FULL, EXCEEDED -> "scarce";
                case BEHIND -> "stale";
                default -> "ample";
            };
        }

        static Node statusCell(QuotaRow row) {
            var text = TextLabelFactory.shrinkable(row.shortStatusText(),
                    row.hasProblem() && !row.hasStatus(QuotaRowStatus.UNKNOWN) ? "warn-text" : "muted");
            var cell = LayoutBoxFactory.row(6,
                    row.hasStatus(QuotaRowStatus.OPEN) ? row.statusGlyph().node("muted") : row.statusGlyph().node(),
                    text);
            Tooltip.install(cell, new Tooltip(row.completeStatusText()));
            return cell;
        }
    }
}
