package tessera.app.wiring;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The options of the command line.
 *
 * @param context      to be opened first; empty for the current one
 * @param readOnly     whether changes are refused for as long as the program runs
 * @param demoNodes    how many nodes the simulated cluster has
 * @param demoSpeed    how many seconds pass there in one second
 * @param accelerators extended resources to be counted as accelerators
 * @param prometheus   to be asked for what is opened first; empty for the one that is found in the cluster
 * @param unattended   whether nobody sits in front of it: nothing may ask a question or open a browser
 * @param namespace    which is read where not all of them may be; empty where none is meant
 * @param demoStart        what the simulated cluster leaves the processor to before it begins
 */
public record StartupOptions(String context, boolean readOnly, int demoNodes, double demoSpeed,
        List<String> accelerators, Optional<PrometheusConnectionSettings> prometheus, boolean unattended,
        String namespace, CompletableFuture<?> demoStart) {

    /** Of somebody who sits in front of it. */
    public StartupOptions(String context, boolean readOnly, int demoNodes, double demoSpeed, List<String> accelerators,
            Optional<PrometheusConnectionSettings> prometheus) {
        this(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, false, "",
                CompletableFuture.completedFuture(true));
    }

    /** Returns the options for a wall on another cluster: read-only for good, and unattended. */
    public StartupOptions forWall(String other) {
        return new StartupOptions(other, true, demoNodes, demoSpeed, accelerators, prometheus, true, namespace,
                demoStart);
    }

    public StartupOptions withDemoAfter(CompletableFuture<?> other) {
        return new StartupOptions(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, unattended,
                namespace, other);
    }

    /** Returns the options for work in a namespace. */
    public StartupOptions inNamespace(String other) {
        return new StartupOptions(context, readOnly, demoNodes, demoSpeed, accelerators, prometheus, unattended, other,
                demoStart);
    }

    /** Returns the namespaces to read where not all may be read, beside some others. */
    List<String> readNamespaces(List<String> others) {
        return Stream.concat(others.stream(), Stream.of(namespace).filter(each -> !each.isEmpty())).distinct().toList();
    }
}
