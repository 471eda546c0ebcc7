package tessera.ui.pods;

import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AlignedCellRow;
import tessera.ui.kit.AlignedCellRow.AlignedCell;
import tessera.ui.kit.FilledShareBar;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;
import tessera.ui.pods.PodListLine.PendingPodAwaitedEvent;

/** Draws a line of the pods screen. */
final class PodListLineRenderer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodListLineRenderer.class);
    private static final double SIGN = 12;
    private static final double NAME = 182;
    /** As much as the longest usual state of a pod takes. */
    static final double MIDDLE = 118;
    /** By how much less than others the states of those that have failed give way: they are longer. */
    private static final double GIVEN = 0.25;
    static final double COUNT = 52;
    /** Between a number and another that is set flush left: together they would be read as one. */
    private static final double APART = 12;
    static final double HOLDS = 124;
    /** Its share of what is missing is small: a part of a profile's name tells nothing. */
    private static final double HELD = 0.25;
    /** Shares of a GPU are told by several resources. */
    private static final double HELD_WHERE_WIDE = 3;
    static final double BUSY = 172;
    private static final double PERCENT = 28;
    /** Its number, and how many are idle: bars of all rows are of one length, whether that is said or not. */
    private static final double BESIDE_BAR = 8 + PERCENT + 88;
    /** A narrower list says who holds what, and leaves it to others how busy that is. */
    private static final double ROOM_FOR_BUSY = 700;
    /** A still narrower one tells under the name what it has no columns for. */
    static final double ROOM_FOR_MIDDLE = 620;
    /** A narrower one has one column less beside names, whose ends tell pods apart. */
    private static final double ROOM_FOR_KIND = 860;
    private static final double ROOM_FOR_STATUS = 1100;
    private static final double AGE = 68;
    /** By how much the pods of an owner are set in. */
    private static final double INDENT = 24;
    /** In heights of letters: more than three lines, and less than four. */
    private static final double THREE_LINES = 4.1;
    private PodListLineRenderer() {}

    static Node drawLine(PodListLine line) {
        return switch (line) {
            case PodListLine.SectionHeading heading -> headingRow(heading);
            case PodListLine.ColumnCaptionsLine columnCaptionsLine -> switch (columnCaptionsLine.columns()) {
                case WAITING -> PendingPodRowFactory.captionRow();
                case OWNED -> ownerCaptions();
                case ALONE -> new PodRowColumns(new Region(), captionLabel(MESSAGES.text("column.pod")),
                        captionLabel(MESSAGES.text("column.status")), captionLabel(MESSAGES.text("column.node")),
                        captionLabel(MESSAGES.text("column.statusNode")), captionLabel(MESSAGES.text("column.held")),
                        new HBox(), captionLabel(MESSAGES.text("column.age"))).standaloneRow("pod-captions");
            };
            case PodListLine.PendingPodLine pendingLine -> PendingPodRowFactory.waitingRow(pendingLine);
            case PodListLine.PodlessWorkloadLine unmade -> PendingPodRowFactory.workloadRow(unmade);
            case PodListLine.PodOwnerLine owned -> ownerNode(owned);
            case PodListLine.BoundPodLine placed -> podRow(placed);
        };
    }

    private static Node headingRow(PodListLine.SectionHeading heading) {
        var title = TextLabelFactory.whole(heading.title(), "section-title");
        var detail = TextLabelFactory.shrinkable(heading.detail(), "small", "muted");
        TooltipFactory.install(detail, heading.detail());
        return cellRow("pod-heading", heading.glyph().node(), title, detail);
    }

    private static Node ownerCaptions() {
        var busy = LayoutBoxFactory.row(0, captionLabel(MESSAGES.text("column.busy")));
        return ownerRow("pod-captions",
                List.of(signCell(new Region()), nameCell(captionLabel(MESSAGES.text("column.owner"))),
                        middleCell(captionLabel(MESSAGES.text("column.kind"))),
                        middleCell(captionLabel(MESSAGES.text("column.namespace"))),
                        countCell(captionLabel(MESSAGES.text("column.pods"))),
                        holdsCell(captionLabel(MESSAGES.text("column.held"))), utilizationCell(busy),
                        ageCell(captionLabel(MESSAGES.text("column.since")))));
    }

    /** Lays out a row of an owner; the third cell is the owner's kind, which matters less than its name. */
    private static AlignedCellRow ownerRow(String style, List<AlignedCell> cells) {
        var lean = Stream.of(List.of(cells.get(0), cells.get(1).joinedWith(MIDDLE, 1)), cells.subList(3, cells.size()));
        return new AlignedCellRow(style, cells).whenWide(ROOM_FOR_MIDDLE, lean.flatMap(List::stream).toList())
                .whenWide(ROOM_FOR_KIND, cells);
    }

    static Label captionLabel(String text) {
        return TextLabelFactory.shrinkable(text, "caption");
    }

    private static Node ownerNode(PodListLine.PodOwnerLine line) {
        var title = TextLabelFactory.shrinkable(line.titleText(), "pod-name");
        var kind = line.owner().exists() ? line.owner().kind() : MESSAGES.text("column.pod");
        var row = ownerRow(
                "pod-owned", List.of(
                        signCell(TextLabelFactory
                                .expandArrow(line.expanded())),
                        nameCell(line.broken() == 0 ? title
                                : nameWithDetail(title,
                                        TextLabelFactory.shrinkable(
                                                MESSAGES.text("pods.notRunning",
                                                        GroupedNumberFormatter.count(line.broken())),
                                                "small", "warn-text"))),
                        middleCell(TextLabelFactory.shrinkable(kind, "small", "muted")),
                        middleCell(TextLabelFactory.shrinkable(line.namespace(), "small", "muted")),
                        countCell(TextLabelFactory.shrinkable(line.pods(), "small")),
                        holdsCell(TextLabelFactory.shrinkable(line.holds(), "mono")),
                        utilizationCell(utilizationBar(line.busy())),
                        ageCell(TextLabelFactory.shrinkable(line.since(), "small", "muted"))));
        return row.addBelow(TextLabelFactory.shrinkable(kind + " · " + line.namespace(), "small", "muted"),
                ROOM_FOR_MIDDLE);
    }

    /** Lays out a name and its detail, under it where there is no room for both. */
    private static Node nameWithDetail(Label name, Label said) {
        var both = new FlowPane(12, 0, name, said);
        both.setAlignment(Pos.CENTER_LEFT);
        both.setMinWidth(0);
        List.of(name, said).forEach(each -> each.maxWidthProperty().bind(both.widthProperty()));
        return both;
    }

    private static Node podRow(PodListLine.BoundPodLine line) {
        var row = line.ownerText().isEmpty() ? ownedRow(line) : standaloneRow(line);
        row.addBelow(TextLabelFactory.shrinkable(line.status() + " · " + line.node(), "small", "muted"),
                ROOM_FOR_MIDDLE);
        return line.detail().isEmpty() ? row : row.addBelow(wrappingLabel(line.detail(), "small", "muted"));
    }

    private static AlignedCellRow ownedRow(PodListLine.BoundPodLine line) {
        var utilization = line.glyph() == StatusGlyph.BROKEN ? new HBox() : utilizationBar(line.busy());
        return columnsOf(line, TextLabelFactory.shrinkableName(line.name(), "small"), utilization)
                .ownedRow("pod-placed");
    }

    private static AlignedCellRow standaloneRow(PodListLine.BoundPodLine line) {
        var name = nameWithDetail(TextLabelFactory.shrinkableName(line.name(), "pod-name"),
                TextLabelFactory.shrinkable(line.ownerText(), "small", "muted"));
        var columns = columnsOf(line, name, new HBox());
        columns.combined().setWrapText(true);
        return columns.standaloneRow("pod-alone");
    }

    private static PodRowColumns columnsOf(PodListLine.BoundPodLine line, Node name, HBox utilization) {
        return new PodRowColumns(line.glyph().node(), name, statusLabel(line, line.status()),
                TextLabelFactory.shrinkable(line.node(), "small"),
                statusLabel(line, line.status() + " · " + line.node()),
                TextLabelFactory.shrinkable(line.holds(), "mono"), utilization,
                TextLabelFactory.shrinkable(line.age(), "small", "muted"));
    }

    private static Label statusLabel(PodListLine.BoundPodLine line, String text) {
        var status = TextLabelFactory.shrinkable(text, "small",
                "danger".equals(line.glyph().tone()) ? "danger-text" : "muted");
        TooltipFactory.install(status, line.detail());
        return status;
    }

    /** Returns a label with as many lines as a row has room for; the complete text is its tooltip. */
    static Label wrappingLabel(String text, String... styles) {
        var label = TextLabelFactory.shrinkable(text, styles);
        label.setWrapText(true);
        label.maxHeightProperty().bind(label.fontProperty().map(font -> font.getSize() * THREE_LINES));
        TooltipFactory.install(label, text);
        return label;
    }

    /** Draws a bar and its number, or a dash with the reason; a moon for an idle allocation. */
    private static HBox utilizationBar(PodGpuUtilization busy) {
        var number = TextLabelFactory.label(
                MeasuredNumberFormatter.valueText(busy.share(), MeasuredNumberFormatter::percent), "small",
                busy.share() instanceof MetricReading.MeasuredMetricReading ? "label" : "muted");
        number.setMinWidth(PERCENT);
        number.setAlignment(Pos.CENTER_RIGHT);
        var cell = LayoutBoxFactory.row(8);
        cell.getChildren().addAll(
                FilledShareBar.of(busy.share(), "load").growWithin(cell.widthProperty().subtract(BESIDE_BAR)), number);
        if (!busy.idleText().isEmpty()) {
            var idle = LayoutBoxFactory.row(4, StatusGlyph.IDLE.node(),
                    TextLabelFactory.shrinkable(busy.idleText(), "small", "warn-text"));
            cell.getChildren().add(idle);
        }
        Tooltip.install(cell, new Tooltip(busy.text()));
        return cell;
    }

    static AlignedCell signCell(Node node) {
        return new AlignedCell(node, SIGN, 0, HPos.CENTER);
    }

    /** Column contents of a pod row, captions among them; the combined label has status and node, for narrower rows. */
    private record PodRowColumns(Node glyphNode, Node name, Node status, Node node, Label combined, Node holds,
            HBox utilization, Node age) {

        /** Lays out a single pod: its allocation under those of others, a failure in place of the missing number. */
        AlignedCellRow standaloneRow(String style) {
            var cell = PodListLineRenderer.nameCell(name);
            return new AlignedCellRow(style, columnRow(cell.joinedWith(COUNT, 0)))
                    .whenWide(ROOM_FOR_MIDDLE, leanCells(cell, 2 * GIVEN))
                    .whenWide(ROOM_FOR_KIND, columnRow(cell, middleCell(status).joinedWith(COUNT, -GIVEN),
                            new AlignedCell(node, MIDDLE, 1 + GIVEN, HPos.LEFT)));
        }

        /** Lays out a pod of an owner: its sign shows the status in narrow rows, where its long name takes the room. */
        AlignedCellRow ownedRow(String style) {
            var cell = new AlignedCell(name, NAME - INDENT, 2, HPos.LEFT);
            return new AlignedCellRow(style, columnRow(cell.joinedWith(COUNT, 0)))
                    .whenWide(ROOM_FOR_MIDDLE, leanCells(cell, 0)).whenWide(ROOM_FOR_STATUS,
                            columnRow(cell, middleCell(status), middleCell(node), countCell(new Label())));
        }

        private List<AlignedCell> leanCells(AlignedCell cell, double given) {
            return columnRow(cell.joinedWith(MIDDLE, 1 + given), middleCell(combined).joinedWith(COUNT, -given));
        }

        private List<AlignedCell> columnRow(AlignedCell... middle) {
            return Stream
                    .of(Stream.of(PodListLineRenderer.signCell(glyphNode)), Stream.of(middle),
                            Stream.of(PodListLineRenderer.holdsCell(holds),
                                    PodListLineRenderer.utilizationCell(utilization), PodListLineRenderer.ageCell(age)))
                    .flatMap(cells -> cells).toList();
        }
    }

    static AlignedCell nameCell(Node node) {
        return new AlignedCell(node, NAME, 2, HPos.LEFT);
    }

    private static AlignedCell middleCell(Node label) {
        return new AlignedCell(label, MIDDLE, 1, HPos.LEFT, ROOM_FOR_MIDDLE);
    }

    private static AlignedCell countCell(Label label) {
        label.setPadding(new Insets(0, APART, 0, 0));
        return new AlignedCell(label, COUNT, 0, HPos.RIGHT);
    }

    static AlignedCell holdsCell(Node label) {
        return new AlignedCell(label, HOLDS, HELD, HPos.LEFT).withGrowth(HELD_WHERE_WIDE);
    }

    private static AlignedCell utilizationCell(HBox bar) {
        return new AlignedCell(bar, BUSY, 1, HPos.LEFT, ROOM_FOR_BUSY);
    }

    static AlignedCell ageCell(Node label) {
        return new AlignedCell(label, AGE, 0, HPos.RIGHT);
    }

    private static HBox cellRow(String style, Node... cells) {
        return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(12, cells), style);
    }

    /** Draws a pending line of the pods screen: name and reason, requests, waiting time. */
    private static final class PendingPodRowFactory {

        /** In a wider list what is wanted stands above what others hold: far from its reason the eye loses the row. */
        private static final double ROOM_TO_ALIGN = 1240;
        /** Beside a longer name its namespace keeps some room. */
        private static final int LONGEST_NAME = 60;
        private static final double ROOM_FOR_NAMESPACE = 120;

        private PendingPodRowFactory() {}

        /** Texts of a pending item. */
        private record PendingPodTexts(String name, String namespace, String reason, String requests, String age) {}

        static Node captionRow() {
            return spreadRow("pod-captions", List.of(PodListLineRenderer.signCell(new Region()),
                    PodListLineRenderer.nameCell(PodListLineRenderer.captionLabel(MESSAGES.text("column.pending"))),
                    requestCell(PodListLineRenderer.captionLabel(MESSAGES.text("column.requests"))),
                    PodListLineRenderer.ageCell(PodListLineRenderer.captionLabel(MESSAGES.text("column.waiting")))));
        }

        static Node waitingRow(PodListLine.PendingPodLine pendingLine) {
            return createRow(new PendingPodTexts(pendingLine.name(), pendingLine.namespace(), pendingLine.reason(),
                    pendingLine.requests(), pendingLine.age()), pendingLine.awaits());
        }

        static Node workloadRow(PodListLine.PodlessWorkloadLine unmade) {
            return createRow(new PendingPodTexts(unmade.workloadRef().name(),
                    unmade.workloadRef().kind() + " · " + unmade.workloadRef().namespace(), unmade.reason(),
                    unmade.requests(), unmade.age()), PendingPodAwaitedEvent.WORD);
        }

        /** Lays the reason below the requests in a narrow list: beside them it would be truncated. */
        private static Node createRow(PendingPodTexts texts, PendingPodAwaitedEvent awaits) {
            var words = new VBox(2, titleRow(texts), PodListLineRenderer.wrappingLabel(texts.reason(), "small"));
            words.setMinWidth(0);
            words.setAlignment(Pos.CENTER_LEFT);
            var signCell = PodListLineRenderer.signCell(signFor(awaits));
            var requestsCell = requestCell(TextLabelFactory.shrinkable(texts.requests(), "mono"));
            var age = PodListLineRenderer.ageCell(TextLabelFactory.shrinkable(texts.age(), "small"));
            var beside = List.of(signCell, PodListLineRenderer.nameCell(words), requestsCell, age);
            return new AlignedCellRow("pod-waiting",
                    List.of(signCell, PodListLineRenderer.nameCell(titleRow(texts)), requestsCell, age))
                    .addBelow(PodListLineRenderer.wrappingLabel(texts.reason(), "small"),
                            PodListLineRenderer.ROOM_FOR_MIDDLE)
                    .whenWide(PodListLineRenderer.ROOM_FOR_MIDDLE, beside).whenWide(ROOM_TO_ALIGN, alignCells(beside));
        }

        private static HBox titleRow(PendingPodTexts texts) {
            var namespace = TextLabelFactory.shrinkable(texts.namespace(), "small", "muted");
            if (texts.name().length() > LONGEST_NAME) {
                namespace.setMinWidth(ROOM_FOR_NAMESPACE);
            }
            var title = LayoutBoxFactory.baselineRow(8, TextLabelFactory.shrinkableName(texts.name(), "pod-name"),
                    namespace);
            title.setMinWidth(0);
            return title;
        }

        private static AlignedCellRow spreadRow(String style, List<AlignedCell> cells) {
            return new AlignedCellRow(style, cells).whenWide(ROOM_TO_ALIGN, alignCells(cells));
        }

        private static List<AlignedCell> alignCells(List<AlignedCell> cells) {
            return List.of(cells.getFirst(),
                    cells.get(1).joinedWith(PodListLineRenderer.MIDDLE, 1).joinedWith(PodListLineRenderer.MIDDLE, 1)
                            .joinedWith(PodListLineRenderer.COUNT, 0),
                    PodListLineRenderer.holdsCell(cells.get(2).node()),
                    cells.getLast().joinedWith(PodListLineRenderer.BUSY, 1));
        }

        private static Node signFor(PendingPodAwaitedEvent awaits) {
            return switch (awaits) {
                case ROOM -> StatusGlyph.WAITING.node();
                case WORD -> StatusGlyph.WAITING.node("muted");
                case CHANGE -> {
                    var sign = StatusGlyph.WARNING.node();
                    sign.setAccessibleText(MESSAGES.text("pods.stuck"));
                    Tooltip.install(sign, new Tooltip(MESSAGES.text("pods.stuck")));
                    yield sign;
                }
            };
        }

        private static AlignedCell requestCell(Label label) {
            return new AlignedCell(label, PodListLineRenderer.HOLDS, 0, HPos.LEFT);
        }
    }
}
