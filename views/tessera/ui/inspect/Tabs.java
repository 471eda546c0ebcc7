package tessera.ui.inspect;

import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Tab;

/** The pages of an inspector as tabs, of which an object has some. */
final class Tabs {

    private Tabs() {}

    static Tab named(String name, Node content) {
        var tab = new Tab(name, content);
        tab.setId("inspector-" + name.toLowerCase(Locale.ROOT));
        return tab;
    }

    /** Puts a tab in its place among others, or takes it away. */
    static void offer(List<Tab> tabs, Tab tab, int at, boolean wanted) {
        if (wanted && !tabs.contains(tab)) {
            tabs.add(at, tab);
        } else if (!wanted) {
            tabs.remove(tab);
        }
    }
}
