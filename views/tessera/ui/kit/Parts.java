package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.collections.ObservableList;
import javafx.scene.Node;

/**
 * Nodes that print values side by side. The node of a value that is shown already stays, so that a click or the focus
 * in it is not lost. FX thread.
 */
public final class Parts<T> {

    private final ObservableList<Node> children;
    private final Function<T, Node> print;
    private List<T> values = List.of();

    /** @param children of a pane that holds nothing else while parts are shown in it */
    public Parts(ObservableList<Node> children, Function<T, Node> print) {
        this.children = children;
        this.print = print;
    }

    /** Prints the same values anew, as what they are printed by has changed. */
    public void printAnew() {
        children.setAll(values.stream().map(print).toList());
    }

    /** Prints these values, in this order. */
    public void show(List<T> newest) {
        if (newest.equals(values)) {
            return;
        }
        var left = new ArrayList<>(values);
        var kept = new ArrayList<>(children);
        var nodes = new ArrayList<Node>();
        for (var value : newest) {
            int at = left.indexOf(value);
            if (at < 0) {
                nodes.add(print.apply(value));
            } else {
                left.remove(at);
                nodes.add(kept.remove(at));
            }
        }
        values = List.copyOf(newest);
        children.setAll(nodes);
    }
}
