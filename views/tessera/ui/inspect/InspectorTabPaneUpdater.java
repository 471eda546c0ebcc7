package tessera.ui.inspect;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import tessera.ui.kit.ScrollPaneFactory;

/** The pages of the inspector as tabs, of which each object has some. */
final class InspectorTabPaneUpdater {

    private InspectorTabPaneUpdater() {}

    /**
     * An inspector tab that only some objects have.
     *
     * @param isShown whether the inspected object has it
     */
    record ConditionalInspectorTab(Tab tab, boolean isShown) {}

    static Tab createTab(InspectorPageName name, Node content) {
        var tab = new Tab(name.title(), content);
        tab.setUserData(name);
        tab.setId(name.nodeId());
        return tab;
    }

    static Tab createScrollingTab(InspectorPageName name, Node content) {
        return createTab(name, ScrollPaneFactory.verticalPane(content));
    }

    /**
     * Shows the wanted tabs in order; the selected one stays selected where it is still there.
     *
     * @return whether it is not
     */
    static boolean offer(TabPane pane, List<ConditionalInspectorTab> pages) {
        var wanted = pages.stream().filter(ConditionalInspectorTab::isShown).map(ConditionalInspectorTab::tab).toList();
        var shown = pane.getTabs();
        var selected = pane.getSelectionModel().getSelectedItem();
        int at = wanted.indexOf(selected);
        if (at < 0) {
            shown.setAll(wanted);
        } else if (!shown.equals(wanted)) {
            // A selected tab that is moved stays marked when another one is selected.
            shown.retainAll(List.of(selected));
            shown.addAll(0, wanted.subList(0, at));
            shown.addAll(wanted.subList(at + 1, wanted.size()));
        }
        return at < 0;
    }
}
