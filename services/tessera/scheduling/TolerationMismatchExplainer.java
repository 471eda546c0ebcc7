package tessera.scheduling;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.scheduling.NodeFitResult.NodeFitStatus;

/** Explains the difference between a toleration and the taint with the same key that it does not tolerate. */
final class TolerationMismatchExplainer {

    private TolerationMismatchExplainer() {}

    /** Returns a sentence to append; empty where no toleration has the key of an untolerated taint. */
    static String mismatchText(List<NodeFitResult> nodes, List<Toleration> tolerations) {
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED)
                .flatMap(node -> node.failures().stream()).flatMap(failure -> failure.taint().stream()).distinct()
                .filter(taint -> !CordonedOrTaintedNodeRemedyFinder.shouldNotTolerate(taint))
                .flatMap(taint -> similarTolerationTexts(taint, tolerations))
                .findFirst().orElse("");
    }

    private static Stream<String> similarTolerationTexts(Taint taint, List<Toleration> tolerations) {
        return tolerations.stream().filter(toleration -> toleration.key().equals(taint.key()))
                .map(toleration -> ". It tolerates %s with %s".formatted(taint.key(),
                        differenceText(toleration, taint)));
    }

    private static String differenceText(Toleration toleration, Taint taint) {
        boolean acts = toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
        var effect = acts ? Stream.<String>empty()
                : Stream.of("the effect %s alone, and there it is %s".formatted(toleration.effect(), taint.effect()));
        boolean any = toleration.operator().equals("Exists") || toleration.value().equals(taint.value());
        var value = any ? Stream.<String>empty()
                : Stream.of("the value “%s” alone, and there it is “%s”".formatted(toleration.value(), taint.value()));
        return Stream.concat(value, effect).collect(Collectors.joining(", and with "));
    }
}
