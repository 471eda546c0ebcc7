package tessera.quota.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.step.Access;

/**
 * Who may do something in a namespace.
 *
 * @param namespace empty for anywhere
 * @param own       whether one may oneself, by deed; a deed is missing where the server did not say
 * @param ownGap    why it did not say
 * @param grants    whom roles allow it, by deed
 * @param grantGap  why not all roles could be read; empty when they could
 */
public record WhoMay(String namespace, Map<Deed, Access.Answer> own, Optional<Problem> ownGap,
        Map<Deed, List<Grant>> grants, Optional<Problem> grantGap) {

    public WhoMay {
        own = Map.copyOf(own);
        grants = Map.copyOf(grants);
    }
}
