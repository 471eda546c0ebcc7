package tessera.ui.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.StopOrDismissLinks;
import tessera.ui.kit.TextLabelFactory;

/**
 * A row of the list of copies.
 *
 * @param age since when it is there, in words
 */
record ContainerFileCopyRow(FileCopyState state, String age) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyRow.class);

    static ContainerFileCopyRow of(FileCopyState state, Instant now) {
        return new ContainerFileCopyRow(state, AgeFormatter.brief(Duration.between(state.since(), now)));
    }

    /** @param stop ends one, or forgets one that has ended */
    static List<DataTableColumn<ContainerFileCopyRow>> columns(Consumer<FileCopyState> stop) {
        return List.of(endColumn("from", MESSAGES.text("column.from"), FileCopyDirection.FROM_CONTAINER),
                endColumn("to", MESSAGES.text("column.to"), FileCopyDirection.TO_CONTAINER),
                DataTableColumn.<ContainerFileCopyRow>text("state", MESSAGES.text("column.state"), 310,
                        ContainerFileCopyRow::statusText).withDrawing(ContainerFileCopyRow::statusNode),
                DataTableColumn.<ContainerFileCopyRow>number("files", MESSAGES.text("column.files"), 60,
                        row -> row.state().files()).hiddenWhenNarrow(1),
                DataTableColumn.<ContainerFileCopyRow>number("bytes", MESSAGES.text("column.copied"), 124,
                        row -> row.state().bytes()).withText(ContainerFileCopyRow::amountText),
                DataTableColumn.<ContainerFileCopyRow>text("age", MESSAGES.text("column.started"), 70,
                        ContainerFileCopyRow::age).hiddenWhenNarrow(2),
                DataTableColumn.<ContainerFileCopyRow>text("actions", "", 84, row -> "")
                        .withCellDrawing(() -> cellLinks(stop)));
    }

    /** Returns the column for one end of the copy, drawn as a path that keeps its end visible. */
    private static DataTableColumn<ContainerFileCopyRow> endColumn(String id, String title,
            FileCopyDirection direction) {
        return DataTableColumn.<ContainerFileCopyRow>text(id, title, 200, row -> pathText(row, direction))
                .withDrawing(row -> {
                    var name = TextLabelFactory.shrinkableName(pathText(row, direction));
                    name.setTooltip(new Tooltip(name.getText()));
                    return name;
                });
    }

    /** Returns one end of the copy: in the container for that direction, else on this machine. */
    private static String pathText(ContainerFileCopyRow row, FileCopyDirection direction) {
        var request = row.state().copyRequest();
        if (request.direction() == direction) {
            return request.pod().namespace() + "/" + request.pod().name() + ":" + request.remotePath();
        }
        return request.localPath().toString();
    }

    private static String amountText(ContainerFileCopyRow row) {
        var state = row.state();
        var copied = GroupedNumberFormatter.bytes(state.bytes());
        return state.total() < 0 || state.hasEnded() ? copied
                : MESSAGES.text("row.amount", copied, GroupedNumberFormatter.bytes(state.total()));
    }

    private static String statusText(ContainerFileCopyRow row) {
        var state = row.state();
        if (state.overwriteQuestion().isPresent()) {
            return MESSAGES.text("row.waiting");
        }
        return MESSAGES.text("row.status", state.stage().stageLabel(), state.skippedCount(), state.statusText());
    }

    private static Node statusNode(ContainerFileCopyRow row) {
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
            text.setTooltip(new Tooltip(statusText(row)
                    + (state.skippedFiles().isEmpty() ? "" : "\n" + String.join("\n", state.skippedFiles()))));
        }
        return LayoutBoxFactory.row(8, glyph.node(), text);
    }

    private static Function<ContainerFileCopyRow, Node> cellLinks(Consumer<FileCopyState> stop) {
        var shown = new SimpleObjectProperty<Optional<FileCopyState>>(Optional.empty());
        var link = new StopOrDismissLinks("copied", () -> shown.get().ifPresent(stop));
        return row -> {
            shown.set(Optional.of(row.state()));
            link.show(row.state().hasEnded());
            return link.node();
        };
    }
}
