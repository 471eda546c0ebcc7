package tessera.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.model.Problem;
import tessera.ui.ClusterList;
import tessera.ui.ClusterList.Access;
import tessera.ui.ClusterList.Context;

/**
 * The contexts of the kubeconfig as offered to the user, followed by the simulated cluster.
 *
 * @param problems with files the program writes
 */
record ContextList(Kubeconfig kubeconfig, SettingsFile settings, List<Problem> problems) {

    /** Returns the list while one of them is open. */
    ClusterList toClusterList(String open, Access access) {
        var contexts = new ArrayList<Context>();
        for (var context : kubeconfig.contexts()) {
            var settled = settings.settings().forContext(context.name());
            contexts.add(new Context(context.name(), context.serverAddress(),
                    ClusterList.ClusterMark.valueOf(settled.kindOrPlain().name()), !context.trustsAnything(),
                    Optional.ofNullable(settled.colour()), context.name().equals(kubeconfig.currentContext())));
        }
        contexts.add(
                new Context(DemoCluster.CONTEXT, "simulated, inside this program", ClusterList.ClusterMark.DEMO, true));
        var text = Stream.of(kubeconfig.problems().stream().map(Problem::problemText), settings.problemText().stream(),
                problems.stream().map(Problem::problemText)).flatMap(each -> each).collect(Collectors.joining(" "));
        return new ClusterList(contexts, open, access, text);
    }
}
