package tessera.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.model.Problem;
import tessera.ui.Clusters;
import tessera.ui.Clusters.Access;
import tessera.ui.Clusters.Context;

/**
 * The contexts of the kubeconfig as they are offered to the user, and the simulated cluster after them.
 *
 * @param troubles with files the program writes
 */
record ContextList(Kubeconfig known, SettingsFile settings, List<Problem> troubles) {

    /** The list while one of them is open. */
    Clusters with(String open, Access access) {
        var contexts = new ArrayList<Context>();
        for (var context : known.contexts()) {
            var settled = settings.settings().forContext(context.name());
            contexts.add(new Context(context.name(), context.server(),
                    Clusters.Kind.valueOf(settled.kindOrPlain().name()), !context.trustsAnything(),
                    Optional.ofNullable(settled.colour()), context.name().equals(known.current())));
        }
        contexts.add(new Context(Demo.CONTEXT, "simulated, inside this program", Clusters.Kind.DEMO, true));
        var problems = Stream.of(known.problems().stream().map(Problem::sentence), settings.message().stream(),
                troubles.stream().map(Problem::sentence)).flatMap(each -> each).collect(Collectors.joining(" "));
        return new Clusters(contexts, open, access, problems);
    }
}
