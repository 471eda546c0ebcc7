package tessera.ui.inspect;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.ui.inspect.InspectorVerdict.VerdictTone;

/** The pages on which the inspector opens: the one that was chosen for the kind in this session, or the one that fits. FX thread. */
final class InspectorOpeningPages {

    private final Map<String, InspectorPageName> chosenPages = new HashMap<>();

    /** Remembers the page that a user chose for a kind of subject. */
    void remember(InspectedSubject subject, InspectorPageName page) {
        chosenPages.put(subject.kind(), page);
    }

    /** @param offered the pages that the subject has, in order; at least one */
    InspectorPageName pageFor(InspectorState state, List<InspectorPageName> offered) {
        var chosen = chosenPages.get(state.subject().kind());
        if (chosen != null && offered.contains(chosen)) {
            return chosen;
        }
        if (offered.contains(InspectorPageName.WHY)) {
            return InspectorPageName.WHY;
        }
        if (state.verdict().tone() == VerdictTone.URGENT && offered.contains(InspectorPageName.HEALTH)) {
            return InspectorPageName.HEALTH;
        }
        return offered.getFirst();
    }
}
