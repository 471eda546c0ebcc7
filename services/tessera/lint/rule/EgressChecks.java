package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.Quantity;

/** Whom pods may reach: models outside of the cluster, and whoever resolves their names. */
final class EgressChecks implements LintCheck {

    private static final String WORLD = "0.0.0.0/0";
    private static final long DNS = 53;
    /** Where the names of a cluster are resolved inside of the pods that do it, and what such a port is called. */
    private static final List<String> RESOLVERS = List.of("5353", "dns", "dns-tcp");

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (!object.is("networking.k8s.io", "NetworkPolicy")) {
            return;
        }
        var ways = object.at("spec", "egress").items();
        ways.forEach(way -> egress(way, look));
        boolean others = look.objects("networking.k8s.io", "NetworkPolicy")
                .filter(policy -> policy.namespace().equals(object.namespace()))
                .flatMap(policy -> policy.at("spec", "egress").items().stream()).anyMatch(EgressChecks::resolves);
        if (!ways.isEmpty() && !others) {
            look.note("egress-without-names", object.at("spec", "egress"),
                    "Names are resolved over port 53, which this lets out nowhere: whom it lets pods reach they find by "
                            + "address alone, unless another policy lets that out",
                    ManifestEditor.fix("Let names be resolved",
                            ManifestEditor.append(object.at("spec", "egress"), names())));
        }
    }

    private static JsonNode names() {
        var way = JsonNodeFactory.instance.objectNode();
        var ports = way.putArray("ports");
        Stream.of("UDP", "TCP").forEach(protocol -> ports.addObject().put("protocol", protocol).put("port", DNS));
        return way;
    }

    /** Whether it lets out what asks for names, as far as its ports tell. */
    private static boolean resolves(ManifestValue way) {
        var ports = way.at("ports").items();
        if (ports.isEmpty()) {
            // Pods of their own namespace alone resolve no names.
            return way.at("to").items().isEmpty() || way.at("to").items().stream()
                    .anyMatch(peer -> peer.at("namespaceSelector").present() || peer.at("ipBlock").present());
        }
        return ports.stream().anyMatch(EgressChecks::resolver);
    }

    private static boolean resolver(ManifestValue port) {
        var number = port.at("port").text();
        var first = Quantity.units(number);
        var last = Quantity.units(port.at("endPort").text());
        return number.isEmpty() || RESOLVERS.contains(number) || (first.isPresent() && first.getAsLong() <= DNS
                && DNS <= last.orElse(first.getAsLong()));
    }

    private static void egress(ManifestValue egress, CheckContext look) {
        var ports = egress.at("ports").items();
        boolean names = ports.stream().anyMatch(port -> port.at("port").text().equals("53"));
        boolean world = ports.stream().anyMatch(port -> port.at("port").text().matches("443|80"));
        for (var peer : egress.at("to").items()) {
            var namespaces = peer.at("namespaceSelector");
            if (world && namespaces.isMap() && namespaces.entries().isEmpty() && !peer.at("podSelector").present()) {
                look.offer("egress-stays-inside", namespaces.key(),
                        "This lets pods reach pods of the cluster; models are outside of it, at an ipBlock such as "
                                + WORLD,
                        ManifestEditor.ways(outside(peer, namespaces)));
            }
        }
        boolean stream = ports.stream().anyMatch(port -> port.at("port").text().equals("53")
                && !port.at("protocol").text().equals("UDP"));
        if (names && !stream) {
            look.note("egress-names-by-udp", egress.at("ports"),
                    "Long answers of DNS come by TCP, which is not let out",
                    ManifestEditor.fix("Let TCP out, too", ManifestEditor.append(egress.at("ports"),
                            JsonNodeFactory.instance.objectNode().put("protocol", "TCP").put("port", DNS))));
        }
    }

    private static Optional<LintFix> outside(ManifestValue peer, ManifestValue namespaces) {
        var block = JsonNodeFactory.instance.objectNode().put("cidr", WORLD);
        return peer.entries().size() > 1 ? Optional.empty()
                : ManifestEditor.fix("Let them reach " + WORLD, ManifestEditor.replace(namespaces.key(), "ipBlock"),
                        YamlInsertions.merge(namespaces, block));
    }
}
