package tessera.ui.pods;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import tessera.model.ObjectRef;

/** The line of the pod that is looked at, wherever that was chosen: it is marked and, where it is out of sight, shown. FX thread. */
final class MarkedLine {

    private final ListView<ObservableValue<PodLine>> list;
    private final ObjectProperty<Set<String>> opened;
    private ObjectRef marked = ObjectRef.pod("", "");

    /** @param opened keys of owners whose pods are listed, and of the pod whose owner is to be opened for it */
    MarkedLine(ListView<ObservableValue<PodLine>> list, ObjectProperty<Set<String>> opened) {
        this.list = list;
        this.opened = opened;
    }

    /** Marks another; none for the empty name. */
    void move(ObjectRef pod) {
        marked = pod;
        if (!mark() && pod.kind().equals("Pod")) {
            var unfolded = owners();
            unfolded.add(pod.namespace() + "/" + pod.name());
            opened.set(unfolded);
            list.getSelectionModel().clearSelection();
        }
    }

    /** Opens an owner, or folds it away though the pod that is looked at is one of its own. */
    void toggle(PodLine.OwnerLine owned) {
        var now = owners();
        if (owned.opened()) {
            now.remove(owned.key());
        } else {
            now.add(owned.key());
        }
        opened.set(now);
    }

    private Set<String> owners() {
        var owners = new HashSet<>(opened.get());
        owners.removeIf(key -> !key.startsWith(PodLine.OwnerLine.KEY));
        return owners;
    }

    /** Marks it as the lines are now; whether there is nothing to unfold for it. */
    boolean mark() {
        var chosen = list.getSelectionModel().getSelectedItem();
        if (marked.name().isEmpty()
                || (chosen != null && PodsView.pod(chosen.getValue()).equals(Optional.of(marked)))) {
            return true;
        }
        for (int at = 0; at < list.getItems().size(); at++) {
            if (PodsView.pod(list.getItems().get(at).getValue()).equals(Optional.of(marked))) {
                list.getSelectionModel().select(at);
                reveal(at);
                return true;
            }
        }
        // Its row may be folded away, and another's is not of the pod that is looked at.
        if (chosen != null && PodsView.pod(chosen.getValue()).isPresent()) {
            list.getSelectionModel().clearSelection();
        }
        return false;
    }

    private void reveal(int at) {
        if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && (flow.getFirstVisibleCell() == null || at < flow.getFirstVisibleCell().getIndex()
                        || at > flow.getLastVisibleCell().getIndex())) {
            list.scrollTo(Math.max(0, at - 2));
        }
    }
}
