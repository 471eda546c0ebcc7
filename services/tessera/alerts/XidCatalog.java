package tessera.alerts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tessera.alerts.Xid.XidSeverity;

/** The catalogue of XIDs. It is data ({@code xid.json}). Never changes. */
public final class XidCatalog {

    private static final int LAST = 172;

    private final Map<Integer, Xid> xidsByCode;
    private final JsonNode file;

    private XidCatalog(JsonNode file) {
        this.file = file;
        var known = new HashMap<Integer, Xid>();
        file.path("xids")
                .forEach(entry -> known.put(entry.path("code").asInt(), parseXid(entry.path("code").asInt(), entry)));
        xidsByCode = Map.copyOf(known);
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
            return new XidCatalog(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("Unreadable xid.json", e);
        }
    }

    private Xid parseXid(int code, JsonNode entry) {
        boolean ignored = file.path("ignoredByDevicePlugin").valueStream().anyMatch(each -> each.asInt() == code);
        return new Xid(code, entry.path("text").asText(), entry.path("unit").asText(),
                XidSeverity.valueOf(entry.path("severity").asText().toUpperCase(Locale.ROOT)),
                entry.path("action").asText(), !ignored);
    }

    /** Returns the meaning of an XID code. A code that the catalogue does not list is an error too: it is told as such. */
    public Xid forCode(int code) {
        var xid = xidsByCode.get(code);
        if (xid != null) {
            return xid;
        }
        return parseXid(code, file.path(code >= 1 && code <= LAST ? "unused" : "unlisted"));
    }

    /** Returns the listed codes of a grade, in order. */
    public List<Integer> codesOfGrade(XidSeverity xidSeverity) {
        return xidsByCode.values().stream().filter(xid -> xid.grade() == xidSeverity).map(Xid::code).sorted().toList();
    }
}
