package tessera.app.wiring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;

/**
 * The contexts of the kubeconfig as offered to the user, followed by the simulated cluster.
 *
 * @param problems with files the program writes
 */
record KubeconfigContextList(Kubeconfig kubeconfig, ApplicationSettingsService settings, List<Problem> problems) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubeconfigContextList.class);

    /** Returns the list while one of them is open. */
    OpenableClusterList toClusterList(String open, ClusterWriteAccessMode clusterWriteAccessMode) {
        var contexts = new ArrayList<ListedKubeconfigContext>();
        for (var context : kubeconfig.contexts()) {
            var savedSettings = settings.settings().forContext(context.name());
            contexts.add(new ListedKubeconfigContext(context.name(), context.serverAddress(),
                    OpenableClusterList.ClusterPurposeMark.valueOf(savedSettings.kindOrPlain().name()),
                    !context.trustsAnything(), Optional.ofNullable(savedSettings.colour()),
                    context.name().equals(kubeconfig.currentContext())));
        }
        contexts.add(new ListedKubeconfigContext(EmbeddedDemoCluster.CONTEXT, MESSAGES.text("demo.server"),
                OpenableClusterList.ClusterPurposeMark.DEMO, true));
        var text = Stream
                .of(kubeconfig.problems().stream().map(Problem::problemText), settings.problemText().stream(),
                        problems.stream().map(Problem::problemText))
                .flatMap(each -> each).collect(SentenceJoiner.toSentences());
        return new OpenableClusterList(contexts, open, clusterWriteAccessMode, text);
    }
}
