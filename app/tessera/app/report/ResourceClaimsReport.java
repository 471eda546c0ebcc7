package tessera.app.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.DevicePoolSummary;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ClusterDraObjects;
import tessera.model.Problem;
import tessera.text.DurationFormatter;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A report on ResourceClaims; those that need attention come first. */
public final class ResourceClaimsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimsReport.class);

    private static final List<String> NARROW = List.of("NAMESPACE", "CLAIM", "STATUS", "ASKS-FOR", "NODE", "DEVICES",
            "USED-BY-OR-WHY", "AGE");
    private static final List<String> WIDE = List.of("OWNER");

    private final ClusterResourceClaimOverview overview;
    private final List<DevicePoolSummary> pools;
    private final boolean devicesKnown;
    private final boolean heldKnown;
    private final ResourceClaimListFilter scope;
    private final Function<Instant, Duration> age;
    private final List<ResourceClaimSummary> lines;

    /**
     * The scope of listed ResourceClaims.
     *
     * @param namespace empty for all
     */
    public record ResourceClaimListFilter(String namespace, boolean pending) {

        boolean includesClaim(ResourceClaimSummary claimSummary) {
            return (namespace.isEmpty() || claimSummary.claim().namespace().equals(namespace))
                    && (!pending || claimSummary.status() == ResourceClaimStatus.PENDING);
        }
    }

    /**
     * Some of them.
     *
     * @param pools     with what became of their devices
     * @param inventory where slices may not be listed, it is not known which devices there are; where claims may not,
     *                  which are free
     * @param age       how long ago a moment of the server's clock was
     */
    public ResourceClaimsReport(ClusterResourceClaimOverview overview, List<DevicePoolSummary> pools,
            ClusterDraObjects inventory, ResourceClaimListFilter scope, Function<Instant, Duration> age) {
        super(NARROW, WIDE);
        this.pools = List.copyOf(pools);
        devicesKnown = inventory.hiddenSlicesProblem().isEmpty();
        heldKnown = inventory.hiddenClaimsProblem().isEmpty();
        this.overview = overview;
        this.scope = scope;
        this.age = age;
        lines = overview.claims().stream().filter(scope::includesClaim).toList();
    }

    @Override
    String emptyText() {
        if (!overview.served()) {
            return MESSAGES.text("claims.notServed");
        }
        if (!heldKnown) {
            return MESSAGES.text("claims.unknown");
        }
        return scope.pending() ? MESSAGES.text("claims.nonePending") : MESSAGES.text("claims.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var claimSummary : lines) {
            var claim = claimSummary.claim();
            var row = new ArrayList<>(List.of(claim.namespace(), claim.name(), claimSummary.status().title(),
                    textOrDash(claimSummary.requestText()), textOrDash(claimSummary.node()),
                    textOrDash(claimSummary.allocationText()), textOrDash(claimSummary.message()),
                    ageSeconds(claimSummary).map(Duration::ofSeconds).map(DurationFormatter::durationText).orElse("")));
            if (wide) {
                row.add(claim.owner().exists() ? claim.owner().kind() + "/" + claim.owner().name() : "-");
            }
            table.add(row);
        }
    }

    private static String textOrDash(String text) {
        return OptionalText.orElse(text, "-");
    }

    private Optional<Long> ageSeconds(ResourceClaimSummary claimSummary) {
        return Optional.ofNullable(claimSummary.claim().created()).map(age).map(Duration::toSeconds);
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "ClaimList").put("served", overview.served()).put("complete",
                overview.problems().isEmpty());
        if (!overview.problems().isEmpty()) {
            addTexts(json.putArray("incompleteBecause"),
                    overview.problems().stream().map(Problem::textWithRemedy).toList());
        }
        var claims = json.putArray("claims");
        lines.forEach(claimSummary -> putClaim(claims.addObject(), claimSummary));
        var classes = json.putArray("classes");
        overview.classes().forEach(each -> {
            var entry = classes.addObject().put("name", each.deviceClass().name())
                    .put("extendedResource", each.deviceClass().extendedResource())
                    .put("waiting", each.pendingClaims());
            if (devicesKnown && each.freeDevices().isDetermined()) {
                entry.put("devices", each.freeDevices().total()).put("free", knownOrNull(each.freeDevices().free()));
            } else {
                entry.putNull("devices").putNull("free");
            }
        });
        var list = json.putArray("pools");
        pools.forEach(pool -> putPool(list.addObject(), pool));
        var tainted = json.putArray("tainted");
        overview.tainted().forEach(device -> {
            var entry = tainted.addObject().put("node", device.node()).put("device", device.device())
                    .put("taint", device.taint().taint().toString()).put("rule", device.taint().rule())
                    .put("use", device.useText());
            addTexts(entry.putArray("claims"), device.claims());
            addTexts(entry.putArray("heldBy"), device.holders());
        });
        return json;
    }

    private void putClaim(ObjectNode entry, ResourceClaimSummary claimSummary) {
        var claim = claimSummary.claim();
        entry.put("namespace", claim.namespace()).put("name", claim.name())
                .put("status", constantWord(claimSummary.status())).put("asksFor", claimSummary.requestText())
                .put("extendedResource", claim.extended()).put("node", claimSummary.node())
                .put("message", claimSummary.message());
        ageSeconds(claimSummary).ifPresentOrElse(age -> entry.put("ageSeconds", age),
                () -> entry.putNull("ageSeconds"));
        addTexts(entry.putArray("pods"), claimSummary.users());
        var devices = entry.putArray("devices");
        claim.devices().forEach(device -> devices.addObject().put("driver", device.driver()).put("pool", device.pool())
                .put("device", device.device()).put("admin", device.adminAccess()).put("share", device.shareId()));
    }

    private @Nullable Long knownOrNull(long number) {
        return heldKnown ? number : null;
    }

    private void putPool(ObjectNode entry, DevicePoolSummary poolSummary) {
        var pool = poolSummary.pool();
        entry.put("driver", pool.driver()).put("name", pool.name()).put("node", pool.node())
                .put("status", constantWord(pool.status())).put("generation", pool.generation())
                .put("slices", pool.seenSlices()).put("slicesExpected", pool.expectedSlices())
                .put("devices", pool.devices().size()).put("counts", poolSummary.gpus().isEmpty() ? "devices" : "gpus")
                .put("total", poolSummary.total()).put("used", knownOrNull(poolSummary.used()))
                .put("free", knownOrNull(poolSummary.free())).put("tainted", knownOrNull(poolSummary.tainted()));
    }

    private static void addTexts(ArrayNode into, List<String> texts) {
        texts.forEach(into::add);
    }

    private static String constantWord(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
