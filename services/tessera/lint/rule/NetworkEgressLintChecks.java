package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks of egress rules: model downloads from outside the cluster, and DNS. */
final class NetworkEgressLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NetworkEgressLintChecks.class);
    private static final String WORLD = "0.0.0.0/0";
    private static final long DNS = 53;
    /** Where the names of a cluster are resolved inside of the pods that do it, and what such a port is called. */
    private static final List<String> RESOLVERS = List.of("5353", "dns", "dns-tcp");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind("networking.k8s.io", "NetworkPolicy")) {
            return;
        }
        var ways = object.at("spec", "egress").items();
        ways.forEach(way -> checkRule(way, context));
        boolean others = context.objects("networking.k8s.io", "NetworkPolicy")
                .filter(policy -> policy.namespace().equals(object.namespace()))
                .flatMap(policy -> policy.at("spec", "egress").items().stream())
                .anyMatch(NetworkEgressLintChecks::allowsDns);
        if (!ways.isEmpty() && !others) {
            context.addFinding("egress-without-names", object.at("spec", "egress"),
                    new LintWorkloadReason.EgressWithoutDns(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.allow.dns"),
                            ManifestSourceEditor.appendItem(object.at("spec", "egress"), dnsRule())));
        }
    }

    private static JsonNode dnsRule() {
        var way = JsonNodeFactory.instance.objectNode();
        var ports = way.putArray("ports");
        Stream.of("UDP", "TCP").forEach(protocol -> ports.addObject().put("protocol", protocol).put("port", DNS));
        return way;
    }

    /** Returns whether it allows DNS requests, as far as its ports tell. */
    private static boolean allowsDns(ManifestValue way) {
        var ports = way.at("ports").items();
        if (ports.isEmpty()) {
            // Pods of their own namespace alone resolve no names.
            return way.at("to").items().isEmpty() || way.at("to").items().stream()
                    .anyMatch(peer -> peer.at("namespaceSelector").isPresent() || peer.at("ipBlock").isPresent());
        }
        return ports.stream().anyMatch(NetworkEgressLintChecks::isDnsPort);
    }

    private static boolean isDnsPort(ManifestValue port) {
        var number = port.at("port").text();
        var first = QuantityParser.parseUnits(number);
        var last = QuantityParser.parseUnits(port.at("endPort").text());
        return number.isEmpty() || RESOLVERS.contains(number)
                || (first.isPresent() && first.getAsLong() <= DNS && DNS <= last.orElse(first.getAsLong()));
    }

    private static void checkRule(ManifestValue egress, LintCheckContext context) {
        var ports = egress.at("ports").items();
        boolean names = ports.stream().anyMatch(port -> port.at("port").text().equals("53"));
        boolean world = ports.stream().anyMatch(port -> port.at("port").text().matches("443|80"));
        for (var peer : egress.at("to").items()) {
            var namespaces = peer.at("namespaceSelector");
            if (world && namespaces.isMap() && namespaces.entries().isEmpty() && !peer.at("podSelector").isPresent()) {
                context.addChoice("egress-stays-inside", namespaces.key(),
                        new LintWorkloadReason.EgressStaysInCluster(WORLD),
                        ManifestSourceEditor.availableFixes(allowOutside(peer, namespaces)));
            }
        }
        boolean stream = ports.stream()
                .anyMatch(port -> port.at("port").text().equals("53") && !port.at("protocol").text().equals("UDP"));
        if (names && !stream) {
            context.addFinding("egress-names-by-udp", egress.at("ports"), new LintWorkloadReason.DnsOverUdpOnly(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.allow.tcp"),
                            ManifestSourceEditor.appendItem(egress.at("ports"),
                                    JsonNodeFactory.instance.objectNode().put("protocol", "TCP").put("port", DNS))));
        }
    }

    private static Optional<LintFix> allowOutside(ManifestValue peer, ManifestValue namespaces) {
        var block = JsonNodeFactory.instance.objectNode().put("cidr", WORLD);
        if (peer.entries().size() > 1) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.allow.block", WORLD),
                ManifestSourceEditor.replace(namespaces.key(), "ipBlock"),
                YamlBlockEditor.mergeTree(namespaces, block));
    }
}
