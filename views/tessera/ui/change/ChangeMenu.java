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
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.RowMenu;
import tessera.ui.kit.TooltipText;

/** The changes that can be begun for what is looked at, behind one button; absent where none can. FX thread. */
public final class ChangeMenu {

    private final NodeChanges changes;
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
    public ChangeMenu(NodeChanges changes, Supplier<Optional<ObjectRef>> object, Supplier<List<String>> nodes) {
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

    /** A button of its own for one of the changes; absent where it cannot be begun. */
    public Region shortcut(String title, String id) {
        var shortcut = new Button(title);
        shortcut.setId(id);
        shortcuts.put(title, shortcut);
        refresh();
        return TooltipText.around(shortcut);
    }

    /** Offers as entries of a menu; what cannot be begun says why not. */
    public static List<MenuItem> items(List<NodeChanges.ChangeOffer> offers) {
        return offers.stream().map(offer -> {
            var item = new MenuItem(worded(offer));
            item.setUserData(offer.title());
            item.setDisable(offer.reason().isPresent());
            item.setOnAction(event -> offer.begin().run());
            return item;
        }).toList();
    }

    /** What an offer is called, and why it cannot be begun. */
    public static String worded(NodeChanges.ChangeOffer offer) {
        return offer.title() + offer.reason().map(why -> "   (" + why + ")").orElse("");
    }

    /** Offers what can be begun as things stand. */
    public void refresh() {
        var meant = nodes.get();
        var offers = meant.isEmpty() ? object.get().map(changes::offeredFor).orElse(List.of())
                : changes.offered(meant);
        button.setText(meant.size() > 1 ? "Change " + NumberText.of(meant.size(), "node") : "Change");
        NodePresence.of(button, !offers.isEmpty());
        RowMenu.renew(button.getItems(), items(offers));
        shortcuts.forEach((title, shortcut) -> {
            var offer = offers.stream().filter(one -> one.title().equals(title)).findFirst();
            NodePresence.of(shortcut, offer.isPresent());
            offer.ifPresent(one -> {
                shortcut.setText(worded(one));
                shortcut.setDisable(one.reason().isPresent());
                shortcut.setOnAction(event -> one.begin().run());
            });
        });
    }
}
