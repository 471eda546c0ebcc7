package tessera.ui.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.Region;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.TooltipFactory;

/** Menu of the changes that are possible for the current selection; absent where there are none. FX thread. */
public final class ClusterChangeMenu {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterChangeMenu.class);

    private final NodeChangeActions changes;
    private final Supplier<Optional<ObjectRef>> object;
    private final Supplier<List<String>> nodes;
    private final MenuButton button = new MenuButton();
    private final Map<String, Button> shortcuts = new LinkedHashMap<>();

    /**
     * A menu for what is looked at.
     *
     * @param object what is looked at
     * @param nodes  the names of the nodes that are meant; none where it is no node
     */
    public ClusterChangeMenu(NodeChangeActions changes, Supplier<Optional<ObjectRef>> object,
            Supplier<List<String>> nodes) {
        this.changes = changes;
        this.object = object;
        this.nodes = nodes;
        button.setId("change-menu");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnShowing(event -> refresh());
        refresh();
    }

    public Node node() {
        return button;
    }

    /** Returns a button for one of the changes; absent where it is not possible. */
    public Region shortcutButton(String title, String id) {
        var shortcut = new Button(title);
        shortcut.setId(id);
        shortcuts.put(title, shortcut);
        refresh();
        return TooltipFactory.wrapForTooltip(shortcut);
    }

    /** Returns offers as menu items; a disabled one says why. */
    public static List<MenuItem> menuItems(List<NodeChangeActions.OfferedChange> offers) {
        return offers.stream().map(ClusterChangeMenu::offerItem).toList();
    }

    private static MenuItem offerItem(NodeChangeActions.OfferedChange offeredChange) {
        var item = InputControlFactory.menuItem(offerLabel(offeredChange), () -> offeredChange.begin().run());
        item.setUserData(offeredChange.title());
        item.setDisable(offeredChange.reason().isPresent());
        return item;
    }

    /** Returns the title of an offer, with the reason why it is disabled. */
    public static String offerLabel(NodeChangeActions.OfferedChange offeredChange) {
        return offeredChange.reason().map(reason -> MESSAGES.text("offer.blocked", offeredChange.title(), reason))
                .orElse(offeredChange.title());
    }

    /** Updates the offers for the current state. */
    public void refresh() {
        var meant = nodes.get();
        var offers = meant.isEmpty() ? object.get().map(changes::offersFor).orElse(List.of()) : changes.offers(meant);
        button.setText(
                meant.size() > 1 ? MESSAGES.text("menu.changeNodes", meant.size()) : MESSAGES.text("menu.change"));
        JavaFxNodeVisibility.setShown(button, !offers.isEmpty());
        RowMenu.replaceEntries(button.getItems(), menuItems(offers));
        for (var entry : shortcuts.entrySet()) {
            var title = entry.getKey();
            var shortcut = entry.getValue();
            var offer = offers.stream().filter(one -> one.title().equals(title)).findFirst();
            JavaFxNodeVisibility.setShown(shortcut, offer.isPresent());
            offer.ifPresent(one -> showShortcut(one, shortcut));
        }
    }

    private static void showShortcut(NodeChangeActions.OfferedChange one, Button shortcut) {
        shortcut.setText(offerLabel(one));
        shortcut.setDisable(one.reason().isPresent());
        shortcut.setOnAction(event -> one.begin().run());
    }
}
