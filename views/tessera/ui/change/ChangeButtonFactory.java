package tessera.ui.change;

import java.util.List;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.InputControlFactory;

/** Buttons for changes that belong together: one for each, or one menu where they are many. FX thread. */
public final class ChangeButtonFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeButtonFactory.class);

    /** More of them would push what else helps out of sight. */
    private static final int FEW = 2;

    private ChangeButtonFactory() {}

    /** Returns the buttons of offers, in order; empty where nothing is offered. */
    public static List<ButtonBase> buttonsFor(List<OfferedChange> offers) {
        if (offers.size() > FEW) {
            return List.of(offersMenu(offers));
        }
        return offers.stream().map(ChangeButtonFactory::offerButton).toList();
    }

    private static ButtonBase offerButton(OfferedChange offeredChange) {
        var button = InputControlFactory.button(ClusterChangeMenu.offerLabel(offeredChange),
                () -> offeredChange.begin().run());
        button.setDisable(offeredChange.reason().isPresent());
        if (offeredChange.reason().isPresent()) {
            // A reason is as long as it is.
            button.setWrapText(true);
            button.setMinHeight(Region.USE_PREF_SIZE);
        } else {
            button.setMinWidth(Region.USE_PREF_SIZE);
        }
        return button;
    }

    private static ButtonBase offersMenu(List<OfferedChange> offers) {
        var menu = new MenuButton(MESSAGES.text("menu.chooseOne", offers.size()));
        menu.getItems().addAll(ClusterChangeMenu.menuItems(offers));
        menu.setMinWidth(Region.USE_PREF_SIZE);
        return menu;
    }
}
