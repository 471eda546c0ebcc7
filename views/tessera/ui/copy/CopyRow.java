package tessera.ui.copy;

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
import tessera.filecopy.CopyState;
import tessera.filecopy.CopyState.CopyStage;
import tessera.filecopy.CopyWish.Direction;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopLink;

/**
 * A line of the list of copies.
 *
 * @param age since when it is there, in words
 */
record CopyRow(CopyState state, String age) {

    static CopyRow of(CopyState state, Instant now) {
        return new CopyRow(state, AgeText.brief(Duration.between(state.since(), now)));
    }

    /** @param stop ends one, or forgets one that has ended */
    static List<DataColumn<CopyRow>> columns(Consumer<CopyState> stop) {
        return List.of(end("from", "From", Direction.FROM_CONTAINER), end("to", "To", Direction.TO_CONTAINER),
                DataColumn.<CopyRow>text("state", "State", 310, CopyRow::words).drawn(CopyRow::drawn),
                DataColumn.<CopyRow>number("files", "Files", 60, row -> row.state().files()).spared(1),
                DataColumn.<CopyRow>number("bytes", "Copied", 124, row -> row.state().bytes())
                        .written(CopyRow::amount),
                DataColumn.<CopyRow>text("age", "Begun", 70, CopyRow::age).spared(2),
                DataColumn.<CopyRow>text("actions", "", 84, row -> "").drawnBy(() -> links(stop)));
    }

    /** What is copied stands at the end of a path. */
    private static DataColumn<CopyRow> end(String id, String title, Direction direction) {
        return DataColumn.<CopyRow>text(id, title, 200, row -> place(row, direction)).drawn(row -> {
            var name = SelectableText.named(place(row, direction));
            name.setTooltip(new Tooltip(name.getText()));
            return name;
        });
    }

    /** One end of the copy: in the container if it goes that way, or else here. */
    private static String place(CopyRow row, Direction direction) {
        var wish = row.state().wish();
        return wish.direction() == direction
                ? wish.pod().namespace() + "/" + wish.pod().name() + ":" + wish.remote()
                : wish.local().toString();
    }

    private static String amount(CopyRow row) {
        var state = row.state();
        return NumberText.bytes(state.bytes()) + (state.total() < 0 || state.over() ? ""
                : " of " + NumberText.bytes(state.total()));
    }

    private static String words(CopyRow row) {
        var state = row.state();
        if (state.asks().isPresent()) {
            return "Waits for an answer";
        }
        var left = state.leftOut() == 0 ? "" : ", %s left out".formatted(NumberText.of(state.leftOut(), "thing"));
        return state.stage().words() + left + (state.words().isEmpty() ? "" : ": " + state.words());
    }

    private static Node drawn(CopyRow row) {
        var state = row.state();
        var sign = switch (state.stage()) {
            case RUNNING -> StatusGlyph.WAITING;
            case DONE -> state.leftOut() == 0 ? StatusGlyph.READY : StatusGlyph.WARNING;
            case FAILED -> StatusGlyph.BROKEN;
            case STOPPED -> StatusGlyph.NONE;
        };
        var text = SelectableText.yielding(words(row));
        text.setWrapText(true);
        if (state.stage() != CopyStage.RUNNING) {
            text.setTooltip(new Tooltip(words(row) + (state.left().isEmpty() ? ""
                    : "\n" + String.join("\n", state.left()))));
        }
        var line = new HBox(8, sign.node(), text);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private static Function<CopyRow, Node> links(Consumer<CopyState> stop) {
        var shown = new SimpleObjectProperty<Optional<CopyState>>(Optional.empty());
        var link = new StopLink("copied", () -> shown.get().ifPresent(stop));
        return row -> {
            shown.set(Optional.of(row.state()));
            link.show(row.state().over());
            return link.node();
        };
    }
}
