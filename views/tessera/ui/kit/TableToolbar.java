package tessera.ui.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import tessera.text.MessageCatalog;

/** Tools beside a table's filter: the column list and the export. FX thread. */
public final class TableToolbar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TableToolbar.class);

    private TableToolbar() {}

    /** Returns a button that opens the list of columns. */
    public static <R> Button columnsButton(DataTable<R> table) {
        var button = new Button(MESSAGES.text("table.columns"), FontIcon.COLUMNS.node());
        button.setId(table.node().getId() + "-columns");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> {
            var box = LayoutBoxFactory.withStyle(new VBox(8), "picker-box");
            for (var column : table.node().getColumns()) {
                var check = new CheckBox(column.getText());
                check.selectedProperty().bindBidirectional(column.visibleProperty());
                box.getChildren().add(check);
            }
            FloatingPopOver.create(box, PopOver.ArrowLocation.TOP_RIGHT).show(button);
        });
        return button;
    }

    /** Returns a button that saves the rows as they are shown. */
    public static <R> MenuButton exportButton(DataTable<R> table, String name) {
        var menu = new MenuButton(MESSAGES.text("table.export"));
        menu.setId(table.node().getId() + "-export");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        for (var format : TableTextFormatter.TableExportFormat.values()) {
            menu.getItems().add(InputControlFactory.menuItem(format.name(), () -> saveRows(table, name, format)));
        }
        return menu;
    }

    private static <R> void saveRows(DataTable<R> table, String name, TableTextFormatter.TableExportFormat format) {
        var extension = "." + format.name().toLowerCase(Locale.ROOT);
        SaveDialog.askPath(table.node(), name + extension, format.name(), "*" + extension).ifPresent(file -> {
            try {
                Files.writeString(file, table.export(format));
            } catch (IOException e) {
                ToastMessage.showFailure(table.node(), MESSAGES.text("table.notSaved"),
                        SaveDialog.failureReason(file, e).text());
            }
        });
    }
}
