package tessera.quota.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import tessera.model.ProblemException;
import tessera.quota.access.NamespacePermissionReader.UserAccessReviewer;

/** Finds the namespaces in which the user has a permission. */
public final class PermissionNamespaceFinder {

    /** So many questions at a time are no burden for a server. */
    private static final int AT_ONCE = 8;

    private PermissionNamespaceFinder() {}

    /** Returns those of the namespaces in which the user has the permission, in their order. Waits for the cluster; not for the FX thread. */
    public static List<String> findAllowed(Collection<String> namespaces, GpuAccessPermission permission,
            UserAccessReviewer asker) throws ProblemException, InterruptedException {
        if (asker.reviewAccess(permission.accessIn("")).allowed()) {
            return List.copyOf(namespaces);
        }
        try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            var answers = threads
                    .invokeAll(namespaces.stream()
                            .map(namespace -> (Callable<List<String>>) () -> asker
                                    .reviewAccess(permission.accessIn(namespace)).allowed() ? List.of(namespace)
                                            : List.<String>of())
                            .toList());
            var allowed = new ArrayList<String>();
            for (var answer : answers) {
                allowed.addAll(answer.get());
            }
            return List.copyOf(allowed);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProblemException problemException) {
                throw problemException;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
