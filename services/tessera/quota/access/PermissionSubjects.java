package tessera.quota.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.step.StepAccess;

/**
 * Who may do something in a namespace.
 *
 * @param namespace empty for anywhere
 * @param own       whether one may oneself, by deed; a deed is missing where the server did not say
 * @param ownGap    why it did not say
 * @param grants    whom roles allow it, by deed
 * @param grantGap  why not all roles could be read; empty when they could
 */
public record PermissionSubjects(String namespace, Map<Permission, StepAccess.AccessAnswer> own,
        Optional<Problem> ownGap,
        Map<Permission, List<RoleGrant>> grants, Optional<Problem> grantGap) {

    public PermissionSubjects {
        own = Map.copyOf(own);
        grants = Map.copyOf(grants);
    }
}
