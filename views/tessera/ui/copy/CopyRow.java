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
import tessera.filecopy.CopyRequest.Direction;
import tessera.filecopy.CopyState;
import tessera.filecopy.CopyState.CopyStage;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopLink;

/**
 * A row of the list of copies.
 *
 * @param age since when it is there, in words
 */
record CopyRow(CopyState state, String age) {

    static CopyRow of(CopyState state, Instant now) {
        return new CopyRow(state, AgeText.brief(Duration.between(state.since(), now)));
    }

    /** @param stop ends one, or forgets one that has ended */
    static List<DataColumn<CopyRow>> columns(Consumer<CopyState> stop) {
        return List.of(endColumn("from", "From", Direction.FROM_CONTAINER),
                endColumn("to", "To", Direction.TO_CONTAINER),
                DataColumn.<CopyRow>text("state", "State", 310, CopyRow::statusText).withDrawing(CopyRow::statusNode),
                DataColumn.<CopyRow>number("files", "Files", 60, row -> row.state().files()).hiddenWhenNarrow(1),
                DataColumn.<CopyRow>number("bytes", "Copied", 124, row -> row.state().bytes())
                        .withText(CopyRow::amountText),
                DataColumn.<CopyRow>text("age", "Begun", 70, CopyRow::age).hiddenWhenNarrow(2),
                DataColumn.<CopyRow>text("actions", "", 84, row -> "").withCellDrawing(() -> cellLinks(stop)));
    }

    /** Returns the column for one end of the copy, drawn as a path that keeps its end visible. */
    private static DataColumn<CopyRow> endColumn(String id, String title, Direction direction) {
        return DataColumn.<CopyRow>text(id, title, 200, row -> pathText(row, direction)).withDrawing(row -> {
            var name = SelectableText.shrinkableName(pathText(row, direction));
            name.setTooltip(new Tooltip(name.getText()));
            return name;
        });
    }

    /** Returns one end of the copy: in the container for that direction, else on this machine. */
    private static String pathText(CopyRow row, Direction direction) {
        var request = row.state().wish();
        return request.direction() == direction
                ? request.pod().namespace() + "/" + request.pod().name() + ":" + request.remotePath()
                : request.localPath().toString();
    }

    private static String amountText(CopyRow row) {
        var state = row.state();
        return NumberText.bytes(state.bytes()) + (state.total() < 0 || state.hasEnded() ? ""
                : " of " + NumberText.bytes(state.total()));
    }

    private static String statusText(CopyRow row) {
        var state = row.state();
        if (state.overwriteQuestion().isPresent()) {
            return "Waits for an answer";
        }
        var left = state.skippedCount() == 0 ? ""
                : ", %s left out".formatted(NumberText.withNoun(state.skippedCount(), "thing"));
        return state.stage().stageLabel() + left + (state.statusText().isEmpty() ? "" : ": " + state.statusText());
    }

    private static Node statusNode(CopyRow row) {
        var state = row.state();
        var glyph = switch (state.stage()) {
            case RUNNING -> StatusGlyph.WAITING;
            case DONE -> state.skippedCount() == 0 ? StatusGlyph.READY : StatusGlyph.WARNING;
            case FAILED -> StatusGlyph.BROKEN;
            case STOPPED -> StatusGlyph.NONE;
        };
        var text = SelectableText.shrinkable(statusText(row));
        text.setWrapText(true);
        if (state.stage() != CopyStage.RUNNING) {
            text.setTooltip(new Tooltip(statusText(row) + (state.skippedFiles().isEmpty() ? ""
                    : "\n" + String.join("\n", state.skippedFiles()))));
        }
        var line = new HBox(8, glyph.node(), text);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private static Function<CopyRow, Node> cellLinks(Consumer<CopyState> stop) {
        var shown = new SimpleObjectProperty<Optional<CopyState>>(Optional.empty());
        var link = new StopLink("copied", () -> shown.get().ifPresent(stop));
        return row -> {
            shown.set(Optional.of(row.state()));
            link.show(row.state().hasEnded());
            return link.node();
        };
    }
}
