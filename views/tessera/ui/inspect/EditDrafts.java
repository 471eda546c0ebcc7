package tessera.ui.inspect;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;

/** Edits of objects that were begun and left, as long as the window is open. FX thread. */
final class EditDrafts {

    private final Map<DraftPlace, EditDraft> kept = new HashMap<>();

    /** What a draft is of: objects of different clusters may be called alike. */
    record DraftPlace(String cluster, ObjectRef object) {

        /** Whichever version of it is looked at. */
        DraftPlace {
            object = ObjectRef.unplaced(object.group(), object.kind(), object.namespace(), object.name());
        }
    }

    /**
     * Something that was edited.
     *
     * @param object   where the cluster had it
     * @param original as it was read
     * @param managed  whether it was read with managed fields
     * @param text     as it was left
     */
    record EditDraft(ObjectRef object, String original, boolean managed, String text) {}

    void keep(DraftPlace place, EditDraft draft) {
        kept.put(place, draft);
    }

    /** The draft of an object, which is no longer kept. */
    Optional<EditDraft> take(DraftPlace place) {
        return Optional.ofNullable(kept.remove(place));
    }

    /** Keeps it no longer if it says just that. */
    void forget(DraftPlace place, String text) {
        kept.entrySet().removeIf(draft -> draft.getKey().equals(place) && draft.getValue().text().equals(text));
    }
}
