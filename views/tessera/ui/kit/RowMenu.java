package tessera.ui.kit;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.input.ContextMenuEvent;

/** Context menu of the selected row of a list, refreshed when it is opened and while it is open. FX thread. */
public final class RowMenu {

    private final ContextMenu menu = new ContextMenu();
    private Runnable refresh = () -> {};

    private RowMenu() {}

    /**
     * Returns the menu of a list.
     *
     * @param entries what can be done with what a row is about; where there is nothing, no menu is shown
     */
    public static <T> RowMenu of(ListView<ObservableValue<T>> list, Function<T, List<MenuItem>> entries) {
        var made = new RowMenu();
        list.setContextMenu(made.menu);
        // Before the menu is shown, which an empty one never is.
        list.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> {
            var about = Optional.ofNullable(list.getSelectionModel().getSelectedItem()).map(ObservableValue::getValue);
            made.refresh = () -> replaceEntries(made.menu.getItems(), about.map(entries).orElse(List.of()));
            made.menu.getItems().clear();
            made.refresh.run();
        });
        made.menu.setOnHidden(event -> made.refresh = () -> {});
        return made;
    }

    /** Refreshes the entries of the menu, if it is open. */
    public void refreshEntries() {
        refresh.run();
    }

    /**
     * Replaces menu entries by others. Where they are about the same things, which their user data tell, those stay, so that nothing
     * jumps in a menu that is open.
     */
    public static void replaceEntries(ObservableList<MenuItem> shown, List<MenuItem> entries) {
        if (!entryKeys(shown).equals(entryKeys(entries))) {
            shown.setAll(entries);
            return;
        }
        for (int i = 0; i < entries.size(); i++) {
            shown.get(i).setText(entries.get(i).getText());
            shown.get(i).setDisable(entries.get(i).isDisable());
            shown.get(i).setOnAction(entries.get(i).getOnAction());
        }
    }

    private static List<Object> entryKeys(List<MenuItem> entries) {
        return entries.stream().map(item -> Optional.ofNullable(item.getUserData()).orElseGet(item::getText)).toList();
    }
}
