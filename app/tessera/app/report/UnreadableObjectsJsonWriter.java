package tessera.app.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.model.UnreadableObjects;

/** The part of JSON reports that says which objects could not be read. */
public final class UnreadableObjectsJsonWriter {

    private UnreadableObjectsJsonWriter() {}

    /** Puts what could not be read into a report, under one key; nothing where everything could be read. */
    public static ObjectNode put(UnreadableObjects unread, ObjectNode report) {
        if (unread.isEmpty()) {
            return report;
        }
        var json = report.putObject("unread");
        var counts = json.putObject("counts");
        unread.countsByKind().keySet().stream().sorted()
                .forEach(kind -> counts.put(kind, unread.countsByKind().get(kind)));
        var objects = json.putArray("objects");
        unread.examples()
                .forEach(each -> ReasonJsonWriter.put(
                        objects.addObject().put("kind", each.kind()).put("namespace", each.namespace())
                                .put("name", each.name()).put("reason", each.reason().text()),
                        "reasonCode", each.reason()));
        return report;
    }
}
