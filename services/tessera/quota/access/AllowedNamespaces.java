package tessera.quota.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import tessera.model.Failure;
import tessera.quota.access.AccessReader.Asker;

/** Finds out where one may do something oneself. */
public final class AllowedNamespaces {

    /** So many questions at a time are no burden for a server. */
    private static final int AT_ONCE = 8;

    private AllowedNamespaces() {}

    /** Those of some namespaces where one may, in their order. Waits for the cluster; not for the FX thread. */
    public static List<String> among(Collection<String> namespaces, Permission deed, Asker asker)
            throws Failure, InterruptedException {
        if (asker.ask(deed.in("")).allowed()) {
            return List.copyOf(namespaces);
        }
        try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            var answers = threads.invokeAll(namespaces.stream().map(namespace -> (Callable<List<String>>) () -> asker
                    .ask(deed.in(namespace)).allowed() ? List.of(namespace) : List.<String>of()).toList());
            var allowed = new ArrayList<String>();
            for (var answer : answers) {
                allowed.addAll(answer.get());
            }
            return List.copyOf(allowed);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
