package tessera.app;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * What the command line asked for.
 *
 * @param context      to be opened first; empty for the current one
 * @param readOnly     whether changes are refused for as long as the program runs
 * @param demoNodes    how many nodes the simulated cluster has
 * @param demoSpeed    how many seconds pass there in one second
 * @param accelerators extended resources to be counted as accelerators
 * @param prometheus   to be asked for what is opened first; empty for the one that is found in the cluster
 * @param unattended   whether nobody sits in front of it: nothing may ask a question or open a browser
 * @param namespace    which is read where not all of them may be; empty where none is meant
 * @param quiet        what the simulated cluster leaves the processor to before it begins
 */
record StartupOptions(String context, boolean readOnly, int demoNodes, double demoSpeed, List<String> accelerators,
        Optional<PrometheusTerms> prometheus, boolean unattended, String namespace, CompletableFuture<?> quiet) {

    /** Of somebody who sits in front of it. */
    StartupOptions(String context, boolean readOnly, int demoNodes, double demoSpeed, List<String> accelerators,
            Optional<PrometheusTerms> prometheus) {
        this(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, false, "",
                CompletableFuture.completedFuture(true));
    }

    /** Of a display: the same of another cluster, with changes refused for good and nobody to be asked. */
    StartupOptions forWall(String other) {
        return new StartupOptions(other, true, demoNodes, demoSpeed, accelerators, prometheus, true, namespace, quiet);
    }

    StartupOptions withDemoAfter(CompletableFuture<?> other) {
        return new StartupOptions(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, unattended,
                namespace,
                other);
    }

    /** The same, about something in a namespace. */
    StartupOptions in(String other) {
        return new StartupOptions(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, unattended, other,
                quiet);
    }

    /** Those that are read where not all of them may be, beside some others. */
    List<String> namespaces(List<String> others) {
        return Stream.concat(others.stream(), Stream.of(namespace).filter(each -> !each.isEmpty())).distinct().toList();
    }
}
