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
import tessera.filecopy.FileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopLink;
import tessera.ui.kit.TextLabelFactory;

/**
 * A row of the list of copies.
 *
 * @param age since when it is there, in words
 */
record FileCopyRow(FileCopyState state, String age) {

    static FileCopyRow of(FileCopyState state, Instant now) {
        return new FileCopyRow(state, AgeFormatter.brief(Duration.between(state.since(), now)));
    }

    /** @param stop ends one, or forgets one that has ended */
    static List<DataTableColumn<FileCopyRow>> columns(Consumer<FileCopyState> stop) {
        return List.of(endColumn("from", "From", FileCopyDirection.FROM_CONTAINER),
                endColumn("to", "To", FileCopyDirection.TO_CONTAINER),
                DataTableColumn.<FileCopyRow>text("state", "State", 310, FileCopyRow::statusText)
                        .withDrawing(FileCopyRow::statusNode),
                DataTableColumn.<FileCopyRow>number("files", "Files", 60, row -> row.state().files())
                        .hiddenWhenNarrow(1),
                DataTableColumn.<FileCopyRow>number("bytes", "Copied", 124, row -> row.state().bytes())
                        .withText(FileCopyRow::amountText),
                DataTableColumn.<FileCopyRow>text("age", "Begun", 70, FileCopyRow::age).hiddenWhenNarrow(2),
                DataTableColumn.<FileCopyRow>text("actions", "", 84, row -> "").withCellDrawing(() -> cellLinks(stop)));
    }

    /** Returns the column for one end of the copy, drawn as a path that keeps its end visible. */
    private static DataTableColumn<FileCopyRow> endColumn(String id, String title, FileCopyDirection direction) {
        return DataTableColumn.<FileCopyRow>text(id, title, 200, row -> pathText(row, direction)).withDrawing(row -> {
            var name = TextLabelFactory.shrinkableName(pathText(row, direction));
            name.setTooltip(new Tooltip(name.getText()));
            return name;
        });
    }

    /** Returns one end of the copy: in the container for that direction, else on this machine. */
    private static String pathText(FileCopyRow row, FileCopyDirection direction) {
        var request = row.state().copyRequest();
        return request.direction() == direction
                ? request.pod().namespace() + "/" + request.pod().name() + ":" + request.remotePath()
                : request.localPath().toString();
    }

    private static String amountText(FileCopyRow row) {
        var state = row.state();
        return GroupedNumberFormatter.bytes(state.bytes()) + (state.total() < 0 || state.hasEnded() ? ""
                : " of " + GroupedNumberFormatter.bytes(state.total()));
    }

    private static String statusText(FileCopyRow row) {
        var state = row.state();
        if (state.overwriteQuestion().isPresent()) {
            return "Waits for an answer";
        }
        var left = state.skippedCount() == 0 ? ""
                : ", %s left out".formatted(GroupedNumberFormatter.withNoun(state.skippedCount(), "thing"));
        return state.stage().stageLabel() + left + (state.statusText().isEmpty() ? "" : ": " + state.statusText());
    }

    private static Node statusNode(FileCopyRow row) {
        var state = row.state();
        var glyph = switch (state.stage()) {
            case RUNNING -> StatusGlyph.WAITING;
            case DONE -> state.skippedCount() == 0 ? StatusGlyph.READY : StatusGlyph.WARNING;
            case FAILED -> StatusGlyph.BROKEN;
            case STOPPED -> StatusGlyph.NONE;
        };
        var text = TextLabelFactory.shrinkable(statusText(row));
        text.setWrapText(true);
        if (state.stage() != FileCopyPhase.RUNNING) {
            text.setTooltip(new Tooltip(statusText(row) + (state.skippedFiles().isEmpty() ? ""
                    : "\n" + String.join("\n", state.skippedFiles()))));
        }
        var line = new HBox(8, glyph.node(), text);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private static Function<FileCopyRow, Node> cellLinks(Consumer<FileCopyState> stop) {
        var shown = new SimpleObjectProperty<Optional<FileCopyState>>(Optional.empty());
        var link = new StopLink("copied", () -> shown.get().ifPresent(stop));
        return row -> {
            shown.set(Optional.of(row.state()));
            link.show(row.state().hasEnded());
            return link.node();
        };
    }
}
