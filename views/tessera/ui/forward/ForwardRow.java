package tessera.ui.forward;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import tessera.forward.ForwardState;
import tessera.forward.ForwardState.ForwardStage;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopLink;

/**
 * A line of the list of forwarded ports.
 *
 * @param age how long it is there, in words
 */
record ForwardRow(ForwardState state, String age) {

    /** What can be done with a line. */
    record ForwardActions(Consumer<ForwardState> copy, Consumer<ForwardState> browse, Consumer<ForwardState> stop) {}

    static ForwardRow of(ForwardState state, Instant now) {
        return new ForwardRow(state, AgeText.brief(Duration.between(state.since(), now)));
    }

    static List<DataColumn<ForwardRow>> columns(ForwardActions actions) {
        return List.of(
                DataColumn.<ForwardRow>text("address", "On this machine", 130, row -> row.state().address()),
                DataColumn.<ForwardRow>text("pod", "Pod", 200,
                        row -> row.state().pod().namespace() + "/" + row.state().pod().name()),
                DataColumn.<ForwardRow>number("port", "Port", 60, row -> (long) row.state().port())
                        .written(row -> Integer.toString(row.state().port())),
                DataColumn.<ForwardRow>text("state", "State", 340, ForwardRow::words).drawn(ForwardRow::drawn),
                DataColumn.<ForwardRow>number("open", "Open", 50, row -> (long) row.state().connections())
                        .spared(1),
                DataColumn.<ForwardRow>number("all", "Connections", 90, row -> row.state().all()).spared(4),
                DataColumn.<ForwardRow>number("received", "Received", 80, row -> row.state().received())
                        .written(row -> NumberText.bytes(row.state().received())).spared(2),
                DataColumn.<ForwardRow>number("sent", "Sent", 80, row -> row.state().sent())
                        .written(row -> NumberText.bytes(row.state().sent())).spared(3),
                DataColumn.<ForwardRow>text("age", "Age", 55, ForwardRow::age).spared(5),
                DataColumn.<ForwardRow>text("actions", "", 180, row -> "").drawnBy(() -> links(actions)));
    }

    private static String words(ForwardRow row) {
        var state = row.state();
        if (state.stage() == ForwardStage.WAITING && !state.words().isEmpty()) {
            return state.words();
        }
        return state.stage().words() + (state.words().isEmpty() ? "" : ": " + state.words());
    }

    private static Node drawn(ForwardRow row) {
        var sign = switch (row.state().stage()) {
            case READY -> row.state().words().isEmpty() ? StatusGlyph.READY : StatusGlyph.WARNING;
            case WAITING -> StatusGlyph.WAITING;
            case ENDED -> StatusGlyph.NONE;
        };
        var text = SelectableText.yielding(words(row));
        text.setWrapText(true);
        if (!row.state().words().isEmpty()) {
            text.setTooltip(new Tooltip(words(row)));
        }
        var line = new HBox(8, sign.node(), text);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /** The same links for as long as the cell is there, so that a click is not lost to news. */
    private static Function<ForwardRow, Node> links(ForwardActions actions) {
        var shown = new SimpleObjectProperty<Optional<ForwardState>>(Optional.empty());
        var browse = StopLink.link("Open", "forward-open", () -> shown.get().ifPresent(actions.browse()));
        var copy = StopLink.link("Copy", "forward-copy", () -> shown.get().ifPresent(actions.copy()));
        browse.setTooltip(new Tooltip("Open in the browser"));
        copy.setTooltip(new Tooltip("Copy the address"));
        var stop = new StopLink("forward", () -> shown.get().ifPresent(actions.stop()));
        var links = new HBox(12, browse, copy, stop.node());
        links.setAlignment(Pos.CENTER_LEFT);
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
