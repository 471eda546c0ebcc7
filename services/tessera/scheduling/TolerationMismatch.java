package tessera.scheduling;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.scheduling.NodeFit.NodeFitStatus;

/** What a toleration differs in from the taint that its pod mostly means by it. */
final class TolerationMismatch {

    private TolerationMismatch() {}

    /** A sentence behind others; empty where nobody tolerates the key of a taint and not the taint. */
    static String words(List<NodeFit> nodes, List<Toleration> tolerations) {
        return nodes.stream().filter(node -> node.standing() == NodeFitStatus.CLOSED)
                .flatMap(node -> node.objections().stream()).flatMap(each -> each.taint().stream()).distinct()
                .filter(taint -> !UnblockAdvice.forbidding(taint))
                .flatMap(taint -> tolerations.stream().filter(each -> each.key().equals(taint.key()))
                        .map(each -> ". It tolerates %s with %s".formatted(taint.key(), difference(each, taint))))
                .findFirst().orElse("");
    }

    private static String difference(Toleration toleration, Taint taint) {
        boolean acts = toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
        var effect = acts ? Stream.<String>empty()
                : Stream.of("the effect %s alone, and there it is %s".formatted(toleration.effect(), taint.effect()));
        boolean any = toleration.operator().equals("Exists") || toleration.value().equals(taint.value());
        var value = any ? Stream.<String>empty()
                : Stream.of("the value “%s” alone, and there it is “%s”".formatted(toleration.value(), taint.value()));
        return Stream.concat(value, effect).collect(Collectors.joining(", and with "));
    }
}
