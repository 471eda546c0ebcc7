package tessera.ui.forward;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import tessera.forward.PortForwardState;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopOrDismissLinks;
import tessera.ui.kit.TextLabelFactory;

/**
 * A row of the list of forwarded ports.
 *
 * @param age how long it is there, in words
 */
record PortForwardRow(PortForwardState state, String age) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortForwardRow.class);

    /** The actions of a forwarded port. */
    record PortForwardActions(Consumer<PortForwardState> copy, Consumer<PortForwardState> browse,
            Consumer<PortForwardState> stop) {}

    static PortForwardRow of(PortForwardState state, Instant now) {
        return new PortForwardRow(state, AgeFormatter.brief(Duration.between(state.since(), now)));
    }

    static List<DataTableColumn<PortForwardRow>> columns(PortForwardActions actions) {
        return List.of(
                DataTableColumn.<PortForwardRow>text("address", MESSAGES.text("column.address"), 130,
                        row -> row.state().localAddress()),
                DataTableColumn.<PortForwardRow>text("pod", MESSAGES.text("column.pod"), 200,
                        row -> row.state().pod().namespace() + "/" + row.state().pod().name()),
                DataTableColumn.<PortForwardRow>number("port", MESSAGES.text("column.port"), 60,
                        row -> (long) row.state().port()).withText(row -> Integer.toString(row.state().port())),
                DataTableColumn
                        .<PortForwardRow>text("state", MESSAGES.text("column.state"), 340, PortForwardRow::statusText)
                        .withDrawing(PortForwardRow::statusNode),
                DataTableColumn.<PortForwardRow>number("open", MESSAGES.text("column.open"), 50,
                        row -> (long) row.state().connections()).hiddenWhenNarrow(1),
                DataTableColumn.<PortForwardRow>number("all", MESSAGES.text("column.connections"), 90,
                        row -> row.state().totalConnections()).hiddenWhenNarrow(4),
                DataTableColumn
                        .<PortForwardRow>number("received", MESSAGES.text("column.received"), 80,
                                row -> row.state().receivedBytes())
                        .withText(row -> GroupedNumberFormatter.bytes(row.state().receivedBytes())).hiddenWhenNarrow(2),
                DataTableColumn
                        .<PortForwardRow>number("sent", MESSAGES.text("column.sent"), 80,
                                row -> row.state().sentBytes())
                        .withText(row -> GroupedNumberFormatter.bytes(row.state().sentBytes())).hiddenWhenNarrow(3),
                DataTableColumn.<PortForwardRow>text("age", MESSAGES.text("column.age"), 55, PortForwardRow::age)
                        .hiddenWhenNarrow(5),
                DataTableColumn.<PortForwardRow>text("actions", "", 180, row -> "")
                        .withCellDrawing(() -> cellLinks(actions)));
    }

    private static String statusText(PortForwardRow row) {
        var state = row.state();
        if (state.stage() == ForwardStage.WAITING && !state.statusText().isEmpty()) {
            return state.statusText();
        }
        return state.stage().stageLabel() + OptionalText.prefixed(": ", state.statusText());
    }

    private static Node statusNode(PortForwardRow row) {
        var glyph = switch (row.state().stage()) {
            case READY -> row.state().statusText().isEmpty() ? StatusGlyph.READY : StatusGlyph.WARNING;
            case WAITING -> StatusGlyph.WAITING;
            case ENDED -> StatusGlyph.NONE;
        };
        var text = TextLabelFactory.shrinkable(statusText(row));
        text.setWrapText(true);
        if (!row.state().statusText().isEmpty()) {
            text.setTooltip(new Tooltip(statusText(row)));
        }
        return LayoutBoxFactory.row(8, glyph.node(), text);
    }

    /** Returns the links of a cell, the same for its lifetime so that an update does not swallow a click. */
    private static Function<PortForwardRow, Node> cellLinks(PortForwardActions actions) {
        var shown = new SimpleObjectProperty<Optional<PortForwardState>>(Optional.empty());
        var browse = StopOrDismissLinks.createLink(MESSAGES.text("row.open"), "forward-open",
                () -> shown.get().ifPresent(actions.browse()));
        var copy = StopOrDismissLinks.createLink(MESSAGES.text("row.copy"), "forward-copy",
                () -> shown.get().ifPresent(actions.copy()));
        browse.setTooltip(new Tooltip(MESSAGES.text("row.openHint")));
        copy.setTooltip(new Tooltip(MESSAGES.text("row.copyHint")));
        var stop = new StopOrDismissLinks("forward", () -> shown.get().ifPresent(actions.stop()));
        var links = LayoutBoxFactory.row(12, browse, copy, stop.node());
        return row -> {
            shown.set(Optional.of(row.state()));
            boolean over = row.state().stage() == ForwardStage.ENDED;
            browse.setDisable(over);
            copy.setDisable(over);
            stop.show(over);
            return links;
        };
    }
}
