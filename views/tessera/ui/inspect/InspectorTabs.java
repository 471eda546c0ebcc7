package tessera.ui.inspect;

import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;

/** The pages of an inspector as tabs, of which an object has some. */
final class InspectorTabs {

    private InspectorTabs() {}

    /** @param wanted whether the object that is looked at has such a page */
    record TabPage(Tab tab, boolean wanted) {}

    static Tab named(String name, Node content) {
        var tab = new Tab(name, content);
        tab.setId("inspector-" + name.toLowerCase(Locale.ROOT));
        return tab;
    }

    /**
     * Puts up those that are wanted, in their order; who looks at one that stays looks on.
     *
     * @param begin whether to turn to the first all the same
     */
    static void offer(TabPane pane, List<TabPage> pages, boolean begin) {
        var wanted = pages.stream().filter(TabPage::wanted).map(TabPage::tab).toList();
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
