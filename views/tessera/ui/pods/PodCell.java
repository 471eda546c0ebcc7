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
import tessera.model.reading.MetricReading;
import tessera.ui.kit.LevelBar;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.SpreadRow;
import tessera.ui.kit.SpreadRow.SpreadCell;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;

/** Draws a line of the pods screen. */
final class PodCell {

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
    private PodCell() {}

    static Node draw(PodLine line) {
        return switch (line) {
            case PodLine.SectionHeading heading -> heading(heading);
            case PodLine.Captions captions -> switch (captions.columns()) {
                case WAITING -> WaitingRow.captions();
                case OWNED -> ownedCaptions();
                case ALONE ->
                    new PodColumns(new Region(), caption("Pod"), caption("Status"), caption("Node"),
                            caption("Status · node"), caption("Held"), new HBox(), caption("Age"))
                            .alone("pod-captions");
            };
            case PodLine.WaitingLine waiting -> WaitingRow.of(waiting);
            case PodLine.Unmade unmade -> WaitingRow.of(unmade);
            case PodLine.OwnerLine owned -> owned(owned);
            case PodLine.PodOnNode placed -> placed(placed);
        };
    }

    private static Node heading(PodLine.SectionHeading heading) {
        var title = SelectableText.label(heading.title(), "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var detail = SelectableText.yielding(heading.detail(), "small", "muted");
        TooltipText.on(detail, heading.detail());
        return row("pod-heading", heading.sign().node(), title, detail);
    }

    private static Node ownedCaptions() {
        var busy = new HBox(caption("Busy % now"));
        busy.setAlignment(Pos.CENTER_LEFT);
        return owned("pod-captions",
                List.of(sign(new Region()), name(caption("Owner")), middle(caption("Kind")),
                        middle(caption("Namespace")), count(caption("Pods")), holds(caption("Hold")), busy(busy),
                        age(caption("Since"))));
    }

    /** The third cell says of what kind an owner is, which matters less than its name. */
    private static SpreadRow owned(String style, List<SpreadCell> cells) {
        var lean = Stream.of(List.of(cells.get(0), cells.get(1).joined(MIDDLE, 1)), cells.subList(3, cells.size()));
        return new SpreadRow(style, cells).wide(ROOM_FOR_MIDDLE, lean.flatMap(List::stream).toList())
                .wide(ROOM_FOR_KIND, cells);
    }

    static Label caption(String words) {
        return SelectableText.yielding(words, "caption");
    }

    private static Node owned(PodLine.OwnerLine line) {
        var title = SelectableText.yielding(line.title(), "pod-name");
        var kind = line.owner().exists() ? line.owner().kind() : "Pod";
        var row = owned("pod-owned",
                List.of(sign(SelectableText.yielding(line.opened() ? "▾" : "▸", "muted", "pod-arrow")),
                        name(line.broken() == 0 ? title
                                : beside(title,
                                        SelectableText.yielding(NumberText.count(line.broken()) + " not running",
                                                "small",
                                                "warn-text"))),
                        middle(SelectableText.yielding(kind, "small", "muted")),
                        middle(SelectableText.yielding(line.namespace(), "small", "muted")),
                        count(SelectableText.yielding(line.pods(), "small")),
                        holds(SelectableText.yielding(line.holds(), "mono")),
                        busy(busyness(line.busy())), age(SelectableText.yielding(line.since(), "small", "muted"))));
        return row.over(SelectableText.yielding(kind + " · " + line.namespace(), "small", "muted"), ROOM_FOR_MIDDLE);
    }

    /** A name and what is said of it, under it where there is no room for both. */
    private static Node beside(Label name, Label said) {
        var both = new FlowPane(12, 0, name, said);
        both.setAlignment(Pos.CENTER_LEFT);
        both.setMinWidth(0);
        List.of(name, said).forEach(each -> each.maxWidthProperty().bind(both.widthProperty()));
        return both;
    }

    private static Node placed(PodLine.PodOnNode line) {
        boolean alone = !line.whose().isEmpty();
        var name = SelectableText.named(line.name(), alone ? "pod-name" : "small");
        var cells = new PodColumns(line.sign().node(),
                alone ? beside(name, SelectableText.yielding(line.whose(), "small", "muted")) : name,
                status(line, line.status()),
                SelectableText.yielding(line.node(), "small"), status(line, line.status() + " · " + line.node()),
                SelectableText.yielding(line.holds(), "mono"),
                alone || line.sign() == StatusGlyph.BROKEN ? new HBox() : busyness(line.busy()),
                SelectableText.yielding(line.age(), "small", "muted"));
        cells.together().setWrapText(alone);
        var row = alone ? cells.alone("pod-alone") : cells.ofAnOwner("pod-placed");
        row.over(SelectableText.yielding(line.status() + " · " + line.node(), "small", "muted"), ROOM_FOR_MIDDLE);
        return line.detail().isEmpty() ? row : row.over(lines(line.detail(), "small", "muted"));
    }

    private static Label status(PodLine.PodOnNode line, String words) {
        var status = SelectableText.yielding(words, "small",
                "danger".equals(line.sign().tone()) ? "danger-text" : "muted");
        TooltipText.on(status, line.detail());
        return status;
    }

    /** Words on as many lines as a row has room for; all of them are told where one points at them. */
    static Label lines(String words, String... styles) {
        var label = SelectableText.yielding(words, styles);
        label.setWrapText(true);
        label.maxHeightProperty().bind(label.fontProperty().map(font -> font.getSize() * THREE_LINES));
        TooltipText.on(label, words);
        return label;
    }

    /** A bar and its number, or a dash that says why there is none; a moon where it is held for nothing. */
    private static HBox busyness(PodUtilization busy) {
        var number = SelectableText.label(MeasureText.of(busy.share(), MeasureText::percent), "small",
                busy.share() instanceof MetricReading.MeasuredValue ? "label" : "muted");
        number.setMinWidth(PERCENT);
        number.setAlignment(Pos.CENTER_RIGHT);
        var cell = new HBox(8);
        cell.getChildren()
                .addAll(LevelBar.of(busy.share(), "load").within(cell.widthProperty().subtract(BESIDE_BAR)), number);
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!busy.idle().isEmpty()) {
            var idle = new HBox(4, StatusGlyph.IDLE.node(), SelectableText.yielding(busy.idle(), "small", "warn-text"));
            idle.setAlignment(Pos.CENTER_LEFT);
            cell.getChildren().add(idle);
        }
        Tooltip.install(cell, new Tooltip(busy.told()));
        return cell;
    }

    static SpreadCell sign(Node node) {
        return new SpreadCell(node, SIGN, 0, HPos.CENTER);
    }

    /** What stands in the columns of a pod, captions among it; together has status and node, for rows that are narrower. */
    private record PodColumns(Node sign, Node name, Node status, Node node, Label together, Node holds, HBox busy,
            Node age) {

        /** What is held stands under what others hold; how they failed takes the room of a number that they lack. */
        SpreadRow alone(String style) {
            var cell = PodCell.name(name);
            return new SpreadRow(style, row(cell.joined(COUNT, 0)))
                    .wide(ROOM_FOR_MIDDLE, lean(cell, 2 * GIVEN))
                    .wide(ROOM_FOR_KIND, row(cell, middle(status).joined(COUNT, -GIVEN),
                            new SpreadCell(node, MIDDLE, 1 + GIVEN, HPos.LEFT)));
        }

        /** The sign says how most of them are: their names are longer than those of owners, and take the room. */
        SpreadRow ofAnOwner(String style) {
            var cell = new SpreadCell(name, NAME - INDENT, 2, HPos.LEFT);
            return new SpreadRow(style, row(cell.joined(COUNT, 0))).wide(ROOM_FOR_MIDDLE, lean(cell, 0))
                    .wide(ROOM_FOR_STATUS, row(cell, middle(status), middle(node), count(new Label())));
        }

        private List<SpreadCell> lean(SpreadCell cell, double given) {
            return row(cell.joined(MIDDLE, 1 + given), middle(together).joined(COUNT, -given));
        }

        private List<SpreadCell> row(SpreadCell... middle) {
            return Stream.of(Stream.of(PodCell.sign(sign)), Stream.of(middle),
                    Stream.of(PodCell.holds(holds), PodCell.busy(busy), PodCell.age(age))).flatMap(cells -> cells)
                    .toList();
        }
    }

    static SpreadCell name(Node node) {
        return new SpreadCell(node, NAME, 2, HPos.LEFT);
    }

    private static SpreadCell middle(Node label) {
        return new SpreadCell(label, MIDDLE, 1, HPos.LEFT, ROOM_FOR_MIDDLE);
    }

    private static SpreadCell count(Label label) {
        label.setPadding(new Insets(0, APART, 0, 0));
        return new SpreadCell(label, COUNT, 0, HPos.RIGHT);
    }

    static SpreadCell holds(Node label) {
        return new SpreadCell(label, HOLDS, HELD, HPos.LEFT);
    }

    private static SpreadCell busy(HBox bar) {
        return new SpreadCell(bar, BUSY, 1, HPos.LEFT, ROOM_FOR_BUSY);
    }

    static SpreadCell age(Node label) {
        return new SpreadCell(label, AGE, 0, HPos.RIGHT);
    }

    private static HBox row(String style, Node... cells) {
        var row = new HBox(12, cells);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add(style);
        return row;
    }
}
