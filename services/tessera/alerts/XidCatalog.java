package tessera.alerts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tessera.alerts.Xid.XidSeverity;
import tessera.text.MessageCatalog;

/** The catalogue of XIDs. It is data ({@code xid.json}). Never changes. */
public final class XidCatalog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(XidCatalog.class);
    private static final int LAST = 172;

    private final Map<Integer, Xid> xidsByCode;
    private final Set<Integer> ignored;

    private XidCatalog(Map<Integer, Xid> xidsByCode, Set<Integer> ignored) {
        this.xidsByCode = Map.copyOf(xidsByCode);
        this.ignored = Set.copyOf(ignored);
    }

    /** Returns the catalogue that ships with the product. */
    public static XidCatalog standardCatalog() {
        return ShippedXidHolder.XIDS;
    }

    /** Lazy holder of the catalogue that ships with the product. */
    private static final class ShippedXidHolder {

        private static final XidCatalog XIDS = readShippedCatalog();
    }

    private static XidCatalog readShippedCatalog() {
        try (var file = Objects.requireNonNull(XidCatalog.class.getResourceAsStream("xid.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var ignored = new HashSet<Integer>();
            tree.path("ignoredByDevicePlugin").forEach(code -> ignored.add(code.asInt()));
            var known = new HashMap<Integer, Xid>();
            for (var node : tree.path("xids")) {
                var xid = parseXid(node, ignored);
                known.put(xid.code(), xid);
            }
            return new XidCatalog(known, ignored);
        } catch (IOException e) {
            throw new UncheckedIOException("Unreadable xid.json", e);
        }
    }

    private static Xid parseXid(JsonNode node, Set<Integer> ignored) {
        int code = node.path("code").asInt();
        return new Xid(code, node.path("title").asText(),
                XidSeverity.valueOf(node.path("severity").asText().toUpperCase(Locale.ROOT)),
                node.path("meaning").asText(),
                node.path("action").asText(), !ignored.contains(code));
    }

    /** Returns the meaning of an XID code. A code that the catalogue does not list is an error too: it is told as such. */
    public Xid forCode(int code) {
        var xid = xidsByCode.get(code);
        if (xid != null) {
            return xid;
        }
        return new Xid(code, MESSAGES.text("xid.unknown.title"), XidSeverity.WARNING,
                MESSAGES.text("xid.unknown.meaning", code >= 1 && code <= LAST), MESSAGES.text("xid.unknown.remedy"),
                !ignored.contains(code));
    }

    /** Returns the listed codes of a grade, in order. */
    public List<Integer> codesOfGrade(XidSeverity xidSeverity) {
        return xidsByCode.values().stream().filter(xid -> xid.grade() == xidSeverity).map(Xid::code).sorted().toList();
    }
}
