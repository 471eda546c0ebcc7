package tessera.lint.rule;

import java.util.HashSet;
import tessera.lint.subject.KubeObject;

/** Whether the ports of a Service are told apart. */
final class PortChecks implements Check {

    @Override
    public void object(KubeObject object, Look look) {
        if (!object.is("", "Service") || object.live()) {
            return;
        }
        var spec = object.at("spec");
        var ports = spec.at("ports").items();
        boolean portless = spec.at("clusterIP").text().equals("None") || spec.at("type").text().equals("ExternalName");
        if (ports.isEmpty() && !portless && spec.isMap() && !spec.at("ports").unfilled()) {
            look.note("field-missing", spec, "A Service with an address needs “ports”");
        }
        if (ports.size() > 1) {
            ports.stream().filter(port -> port.isMap() && port.at("name").text().isEmpty()).forEach(port -> look
                    .note("field-missing", port, "Where there are several ports, each needs “name”"));
        }
        FieldChecks.twice(ports, "port", look);
        var seen = new HashSet<String>();
        for (var port : ports) {
            var number = port.at("port");
            var protocol = port.at("protocol").text().isEmpty() ? "TCP" : port.at("protocol").text();
            if (number.present() && !seen.add(number.text() + protocol)) {
                FieldChecks.refused(number, "Another port is %s of %s, too".formatted(number.text(), protocol), look);
            }
        }
    }
}
