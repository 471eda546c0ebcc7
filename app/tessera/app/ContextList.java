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
 * The contexts of the kubeconfig as they are offered to the user, and the simulated cluster after them.
 *
 * @param troubles with files the program writes
 */
record ContextList(Kubeconfig known, SettingsFile settings, List<Problem> troubles) {

    /** The list while one of them is open. */
    ClusterList with(String open, Access access) {
        var contexts = new ArrayList<Context>();
        for (var context : known.contexts()) {
            var settled = settings.settings().forContext(context.name());
            contexts.add(new Context(context.name(), context.server(),
                    ClusterList.ClusterMark.valueOf(settled.kindOrPlain().name()), !context.trustsAnything(),
                    Optional.ofNullable(settled.colour()), context.name().equals(known.current())));
        }
        contexts.add(
                new Context(DemoCluster.CONTEXT, "simulated, inside this program", ClusterList.ClusterMark.DEMO, true));
        var problems = Stream.of(known.problems().stream().map(Problem::sentence), settings.message().stream(),
                troubles.stream().map(Problem::sentence)).flatMap(each -> each).collect(Collectors.joining(" "));
        return new ClusterList(contexts, open, access, problems);
    }
}
