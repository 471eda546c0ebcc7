package tessera.app;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.model.Problem;
import tessera.ui.Clusters;
import tessera.ui.Clusters.Context;

/**
 * The clusters that can be opened, as the user's files have them, and what is wrong with these files.
 *
 * @param troubles with files the program writes
 */
record ContextList(Kubeconfig known, SettingsFile settings, List<Problem> troubles) {

    List<Context> contexts() {
        var contexts = new ArrayList<Context>();
        for (var context : known.contexts()) {
            contexts.add(new Context(context.name(), context.server(),
                    settings.settings().forContext(context.name()).kindOrPlain(), !context.trustsAnything()));
        }
        contexts.add(new Context(Demo.CONTEXT, "simulated, inside this program", Clusters.Kind.DEMO, true));
        return contexts;
    }

    /** In sentences; empty when nothing is wrong. */
    String problem() {
        return Stream.of(known.problems().stream().map(Problem::sentence), settings.message().stream(),
                troubles.stream().map(Problem::sentence)).flatMap(each -> each).collect(Collectors.joining(" "));
    }
}
