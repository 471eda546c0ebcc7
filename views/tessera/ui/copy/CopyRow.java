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
import tessera.copy.CopyState;
import tessera.copy.CopyState.Stage;
import tessera.copy.CopyWish.Direction;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Column;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.StopLink;
import tessera.ui.kit.Texts;

/**
 * A line of the list of copies.
 *
 * @param age since when it is there, in words
 */
record CopyRow(CopyState state, String age) {

    static CopyRow of(CopyState state, Instant now) {
        return new CopyRow(state, Ages.brief(Duration.between(state.since(), now)));
    }

    /** @param stop ends one, or forgets one that has ended */
    static List<Column<CopyRow>> columns(Consumer<CopyState> stop) {
        return List.of(end("from", "From", Direction.FROM_CONTAINER), end("to", "To", Direction.TO_CONTAINER),
                Column.<CopyRow>text("state", "State", 310, CopyRow::words).drawn(CopyRow::drawn),
                Column.<CopyRow>number("files", "Files", 60, row -> row.state().files()).spared(1),
                Column.<CopyRow>number("bytes", "Copied", 124, row -> row.state().bytes()).written(CopyRow::amount),
                Column.<CopyRow>text("age", "Begun", 70, CopyRow::age).spared(2),
                Column.<CopyRow>text("actions", "", 84, row -> "").drawnBy(() -> links(stop)));
    }

    /** What is copied stands at the end of a path. */
    private static Column<CopyRow> end(String id, String title, Direction direction) {
        return Column.<CopyRow>text(id, title, 200, row -> place(row, direction)).drawn(row -> {
            var name = Texts.named(place(row, direction));
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
        return Numbers.bytes(state.bytes()) + (state.total() < 0 || state.over() ? ""
                : " of " + Numbers.bytes(state.total()));
    }

    private static String words(CopyRow row) {
        var state = row.state();
        if (state.asks().isPresent()) {
            return "Waits for an answer";
        }
        var left = state.leftOut() == 0 ? "" : ", %s left out".formatted(Numbers.of(state.leftOut(), "thing"));
        return state.stage().words() + left + (state.words().isEmpty() ? "" : ": " + state.words());
    }

    private static Node drawn(CopyRow row) {
        var state = row.state();
        var sign = switch (state.stage()) {
            case RUNNING -> Glyph.WAITING;
            case DONE -> state.leftOut() == 0 ? Glyph.READY : Glyph.WARNING;
            case FAILED -> Glyph.BROKEN;
            case STOPPED -> Glyph.NONE;
        };
        var text = Texts.yielding(words(row));
        text.setWrapText(true);
        if (state.stage() != Stage.RUNNING) {
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
