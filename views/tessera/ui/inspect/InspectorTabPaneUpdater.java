package tessera.ui.inspect;

import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import tessera.ui.kit.ScrollPaneFactory;

/** The pages of the inspector as tabs, of which each object has some. */
final class InspectorTabPaneUpdater {

    private InspectorTabPaneUpdater() {}

    /** @param isShown whether the object that is looked at has such a page */
    record ConditionalInspectorTab(Tab tab, boolean isShown) {}

    static Tab createTab(String name, Node content) {
        var tab = new Tab(name, content);
        tab.setId("inspector-" + name.toLowerCase(Locale.ROOT));
        return tab;
    }

    static Tab createScrollingTab(String name, Node content) {
        return createTab(name, ScrollPaneFactory.verticalPane(content));
    }

    /**
     * Shows the wanted tabs in order; the selected one stays selected where it is still there.
     *
     * @param begin whether to turn to the first all the same
     */
    static void offer(TabPane pane, List<ConditionalInspectorTab> pages, boolean begin) {
        var wanted = pages.stream().filter(ConditionalInspectorTab::isShown).map(ConditionalInspectorTab::tab).toList();
        var shown = pane.getTabs();
        boolean lost = !wanted.contains(pane.getSelectionModel().getSelectedItem());
        shown.retainAll(wanted);
        for (int at = 0; at < wanted.size(); at++) {
            if (!shown.contains(wanted.get(at))) {
                shown.add(at, wanted.get(at));
            }
        }
        if (lost || begin) {
            pane.getSelectionModel().selectFirst();
        }
    }
}
