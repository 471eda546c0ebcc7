package tessera.quota.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Problem;
import tessera.model.RequiredPermission;

/**
 * The subjects that have permissions in a namespace, and the answers for the user.
 *
 * @param namespace empty for anywhere
 * @param ownAnswers       whether one may oneself, by deed; a deed is missing where the server did not say
 * @param ownGap    why it did not say
 * @param grants    whom roles allow it, by deed
 * @param grantGap  why not all roles could be read; empty when they could
 */
public record NamespacePermissionSubjects(String namespace,
        Map<GpuAccessPermission, RequiredPermission.PermissionAnswer> ownAnswers, Optional<Problem> ownGap,
        Map<GpuAccessPermission, List<RoleGrantedSubject>> grants, Optional<Problem> grantGap) {

    public NamespacePermissionSubjects {
        ownAnswers = Map.copyOf(ownAnswers);
        grants = Map.copyOf(grants);
    }
}
