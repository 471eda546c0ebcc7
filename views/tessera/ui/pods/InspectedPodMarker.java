package tessera.ui.pods;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import tessera.model.ObjectRef;

/** Line of the inspected pod: it is marked and, where it is out of view, scrolled to. FX thread. */
final class InspectedPodMarker {

    private final ListView<ObservableValue<PodListLine>> list;
    private final ObjectProperty<Set<String>> opened;
    private ObjectRef marked = ObjectRef.pod("", "");

    /** @param opened keys of owners whose pods are listed, and of the pod whose owner is to be opened for it */
    InspectedPodMarker(ListView<ObservableValue<PodListLine>> list, ObjectProperty<Set<String>> opened) {
        this.list = list;
        this.opened = opened;
    }

    /** Marks another pod; none for the empty name. */
    void moveTo(ObjectRef pod) {
        marked = pod;
        if (!markLine() && pod.kind().equals("Pod")) {
            var unfolded = ownerKeys();
            unfolded.add(pod.namespace() + "/" + pod.name());
            opened.set(unfolded);
            list.getSelectionModel().clearSelection();
        }
    }

    /** Expands an owner, or collapses it even though the inspected pod is one of its own. */
    void toggleOwner(PodListLine.PodOwnerLine owned) {
        var now = ownerKeys();
        if (owned.expanded()) {
            now.remove(owned.key());
        } else {
            now.add(owned.key());
        }
        opened.set(now);
    }

    private Set<String> ownerKeys() {
        var owners = new HashSet<>(opened.get());
        owners.removeIf(key -> !key.startsWith(PodListLine.PodOwnerLine.KEY));
        return owners;
    }

    /** Marks the pod in the current lines; returns whether nothing has to be expanded for it. */
    boolean markLine() {
        var chosen = list.getSelectionModel().getSelectedItem();
        if (marked.name().isEmpty()
                || (chosen != null && PodsView.podOf(chosen.getValue()).equals(Optional.of(marked)))) {
            return true;
        }
        for (int at = 0; at < list.getItems().size(); at++) {
            if (PodsView.podOf(list.getItems().get(at).getValue()).equals(Optional.of(marked))) {
                list.getSelectionModel().select(at);
                revealLine(at);
                return true;
            }
        }
        // Its row may be folded away, and another's is not of the pod that is looked at.
        if (chosen != null && PodsView.podOf(chosen.getValue()).isPresent()) {
            list.getSelectionModel().clearSelection();
        }
        return false;
    }

    private void revealLine(int at) {
        if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && (flow.getFirstVisibleCell() == null || at < flow.getFirstVisibleCell().getIndex()
                        || at > flow.getLastVisibleCell().getIndex())) {
            list.scrollTo(Math.max(0, at - 2));
        }
    }
}
