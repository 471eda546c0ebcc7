package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that show values side by side. The node of a value that is shown already stays, so that a click or the focus
 * in it is not lost; one whose value is gone may take a value that is new, which costs less than to dress another. FX thread.
 */
public final class PaneChildrenReconciler<T> {

    private final ObservableList<Node> children;
    private final Function<T, Node> print;
    private final BiPredicate<Node, T> takes;
    private List<T> values = List.of();

    /** @param children of a pane that holds nothing else while parts are shown in it */
    public PaneChildrenReconciler(ObservableList<Node> children, Function<T, Node> print) {
        this(children, print, (_, _) -> false);
    }

    /** @param takes has a node print another value than before, or refuses */
    public PaneChildrenReconciler(ObservableList<Node> children, Function<T, Node> print, BiPredicate<Node, T> takes) {
        this.children = children;
        this.print = print;
        this.takes = takes;
    }

    /** Renders the same values again, because their renderer has changed. */
    public void printAgain() {
        children.setAll(values.stream().map(print).toList());
    }

    /** Shows these values, in this order. */
    public void show(List<T> newest) {
        if (newest.equals(values)) {
            return;
        }
        var left = new ArrayList<>(values);
        var kept = new ArrayList<>(children);
        var nodes = new ArrayList<@Nullable Node>();
        for (var value : newest) {
            int at = left.indexOf(value);
            nodes.add(at < 0 ? null : kept.remove(at));
            if (at >= 0) {
                left.remove(at);
            }
        }
        var printed = new ArrayList<Node>();
        for (int position = 0; position < nodes.size(); position++) {
            var node = nodes.get(position);
            printed.add(node == null ? updateOrCreate(newest.get(position), kept) : node);
        }
        values = List.copyOf(newest);
        if (!printed.equals(children)) {
            children.setAll(printed);
        }
    }

    /** @param free nodes whose values are gone */
    private Node updateOrCreate(T value, List<Node> free) {
        for (var node : free) {
            if (takes.test(node, value)) {
                free.remove(node);
                return node;
            }
        }
        return print.apply(value);
    }
}
