package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.schema.FieldValidator;
import tessera.kube.schema.FieldViolation;
import tessera.kube.schema.KindTable;
import tessera.kube.schema.ValueFormat;

/**
 * The validation of objects in the order and the words of a real server: by the table of kinds, and by rules between fields.
 */
public final class SimulatedObjectValidator {

    private static final List<BoundOrder> ORDERS = List.of(
            new BoundOrder("min", "min", "max", "min value %s is greater than max value %s"),
            new BoundOrder("defaultRequest", "min", "defaultRequest",
                    "min value %s is greater than default request value %s"),
            new BoundOrder("defaultRequest", "defaultRequest", "max",
                    "default request value %s is greater than max value %s"),
            new BoundOrder("defaultRequest", "defaultRequest", "default",
                    "default request value %s is greater than default limit value %s"),
            new BoundOrder("default", "min", "default", "min value %s is greater than default value %s"),
            new BoundOrder("default", "default", "max", "default value %s is greater than max value %s"));
    private static final Set<String> SHORT_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final FieldValidator TABLE = new FieldValidator(KindTable.builtIn());
    private static final String METADATA = "metadata";

    private final SimulatedKindSchema kind;
    private final JsonNode object;
    private final List<FieldViolation> found = new ArrayList<>();

    private SimulatedObjectValidator(SimulatedKindSchema kind, JsonNode object) {
        this.kind = kind;
        this.object = object;
    }

    /**
     * Returns the causes for refusing a new object, or an update of one; empty if it is valid.
     *
     * @param old the stored object, null when the object is new
     */
    public static List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        var validation = new SimulatedObjectValidator(kind, object);
        if (old != null) {
            validation.checkMetadataUpdate(old);
        } else if (kind.custom()) {
            validation.checkMetadata();
        }
        if (!kind.custom()) {
            validation.checkObject(old);
        }
        if (old != null && !kind.custom()) {
            validation.checkUpdate(old);
        }
        return validation.causes();
    }

    /** Returns the causes for refusing an update through {@code /status}. */
    public static List<StatusCause> validateStatus(SimulatedKindSchema kind, ObjectNode object, ObjectNode old) {
        var validation = new SimulatedObjectValidator(kind, object);
        validation.checkMetadataUpdate(old);
        switch (kind.kind()) {
            case "Node" -> validation.checkNodeUpdate(old);
            case "ResourceClaim" -> SimulatedDeviceRules.checkClaimStatus(object.path("status"), validation.found);
            default -> {}
        }
        return validation.causes();
    }

    /**
     * Refuses an object with these causes; does nothing when there are none.
     *
     * @throws SimulatedApiException 422
     */
    public static void refuseInvalid(SimulatedKindSchema kind, JsonNode object, List<StatusCause> causes)
            throws SimulatedApiException {
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(kind.objectSubject(object.path(METADATA).path("name").asText()),
                    causes);
        }
    }

    private List<StatusCause> causes() {
        return found.stream().map(StatusCause::of).toList();
    }

    private void checkMetadata() {
        checkNames();
        addFieldsOf("ObjectMeta", METADATA, object.path(METADATA));
    }

    /** Checks the metadata of every update before the rules of the kind. */
    private void checkMetadataUpdate(JsonNode old) {
        checkMetadata();
        checkFinalizersAndGrace(old.path(METADATA));
        found.addAll(TABLE.checkChange("ObjectMeta", METADATA, object.path(METADATA), old.path(METADATA)));
        addFieldsOf("ObjectMeta", METADATA, object.path(METADATA));
    }

    private void addFieldsOf(String type, String path, JsonNode value) {
        found.addAll(TABLE.check(type, path, value, SimulatedObjectValidator::checkStruct));
    }

    private static void checkStruct(String type, String path, JsonNode value, List<FieldViolation> found) {
        SimulatedPodRules.check(type, path, value, found);
        SimulatedWorkloadRules.check(type, path, value, found);
        SimulatedDeviceRules.check(type, path, value, found);
        switch (type) {
            case "LimitRangeItem" -> checkLimits(path, value, found);
            case "OwnerReference" -> checkOwner(path, value, found);
            default -> {}
        }
    }

    private void checkObject(@Nullable JsonNode old) {
        checkNames();
        SimulatedConfigRules.check(kind.kind(), object, old, found);
        if (kind.kind().equals("Node")) {
            addFieldsOf("ObjectMeta", METADATA, object.path(METADATA));
            checkNode();
            return;
        }
        // Servers leave the pods of a StatefulSet to themselves: their volumes may come from its claims.
        TABLE.check(kind.kind(), "", object, SimulatedObjectValidator::checkStruct).stream()
                .filter(each -> !kind.kind().equals("StatefulSet") || !each.path()
                        .matches("spec\\.(?:template\\.spec\\.(?!restartPolicy|active)|volumeClaimTemplates\\[).*"))
                .forEach(found::add);
    }

    private void checkUpdate(JsonNode old) {
        checkFinalizersAndGrace(old.path(METADATA));
        found.addAll(TABLE.checkChange(kind.kind(), "", object, old));
        addFieldsOf("ObjectMeta", METADATA, object.path(METADATA));
        var spec = object.path("spec");
        var before = old.path("spec");
        SimulatedConfigRules.checkUpdate(kind.kind(), object, old, found);
        SimulatedDeviceRules.checkUpdate(kind.kind(), spec, before, found);
        SimulatedWorkloadRules.checkUpdate(kind.kind(), spec, before, found);
        switch (kind.kind()) {
            case "Pod" -> new SimulatedPodUpdateRules(spec, before, found).check();
            case "Node" -> checkNodeUpdate(old);
            default -> {}
        }
    }

    /** Checks the taints, which a real server names by a path in the metadata, and the amounts of a node. */
    private void checkNode() {
        addFieldsOf("NodeSpec", METADATA, object.path("spec"));
        var seen = new HashSet<String>();
        JsonTreeOperations.itemsOf(object.path("spec").path("taints"), "metadata.taints").stream().filter(
                item -> !seen.add(item.value().path("effect").asText() + " " + item.value().path("key").asText()))
                .forEach(item -> found
                        .add(FieldViolation.duplicate(item.path(), GoStructFormatter.valueOf("Taint", item.value()),
                                "taints must be unique by key and effect pair")));
        for (var map : List.of("capacity", "allocatable")) {
            object.path("status").path(map).propertyStream().forEach(entry -> found.addAll(
                    ValueFormat.checkAmount("status." + map + "." + entry.getKey(), entry.getKey(), entry.getValue())));
        }
    }

    private void checkNodeUpdate(JsonNode old) {
        checkNode();
        forbidChange(old, "providerID", "node updates may not change providerID except from \"\" to valid");
        forbidChange(old, "podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
    }

    private void forbidChange(JsonNode old, String field, String why) {
        var before = old.path("spec").path(field);
        boolean unset = before.isValueNode() ? before.asText().isEmpty() : before.isEmpty();
        if (!unset && !before.equals(object.path("spec").path(field))) {
            found.add(FieldViolation.forbidden("spec." + field, why));
        }
    }

    private void checkNames() {
        var metadata = object.path(METADATA);
        var name = metadata.path("name");
        if (name.asText().isEmpty()) {
            found.add(FieldViolation.required("metadata.name", "name or generateName is required"));
        } else {
            checkName(kind.kind(), name.asText())
                    .forEach(problem -> found.add(FieldViolation.invalid("metadata.name", name, problem)));
        }
        var namespace = metadata.path("namespace");
        if (!kind.namespaced() && !namespace.asText().isEmpty()) {
            found.add(FieldViolation.forbidden("metadata.namespace", "not allowed on this type"));
        } else if (kind.namespaced() && namespace.asText().isEmpty()) {
            found.add(FieldViolation.required("metadata.namespace", ""));
        } else if (kind.namespaced()) {
            NameFormatRules.checkLabel(namespace.asText())
                    .forEach(problem -> found.add(FieldViolation.invalid("metadata.namespace", namespace, problem)));
        }
        boolean core = !kind.custom() && !kind.group().startsWith("api");
        JsonTreeOperations.itemsOf(metadata.path("finalizers"), "metadata.finalizers")
                .forEach(item -> checkFinalizer(item, core));
    }

    private static List<String> checkName(String kind, String name) {
        return switch (kind) {
            case "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding" -> NameFormatRules.checkPathSegment(name);
            case "Service" -> NameFormatRules.checkServiceName(name);
            case "Namespace", "StatefulSet" -> NameFormatRules.checkLabel(name);
            default -> NameFormatRules.checkSubdomain(name);
        };
    }

    private void checkFinalizer(JsonTreeOperations.ListItem item, boolean core) {
        var text = item.value().asText();
        NameFormatRules.checkQualifiedName(text)
                .forEach(problem -> found.add(FieldViolation.invalid("metadata.finalizers", item.value(), problem)));
        if (core && !text.contains("/") && !SHORT_FINALIZERS.contains(text)) {
            found.add(FieldViolation.invalid(item.path(), item.value(),
                    "name is neither a standard finalizer name nor is it fully qualified"));
        }
    }

    private void checkFinalizersAndGrace(JsonNode old) {
        var metadata = object.path(METADATA);
        var known = JsonTreeOperations.textsOf(old.path("finalizers"));
        var added = JsonTreeOperations.textsOf(metadata.path("finalizers")).stream()
                .filter(name -> old.has("deletionTimestamp") && !known.contains(name)).sorted()
                .map(name -> TextNode.valueOf(name).toString()).toList();
        if (!added.isEmpty()) {
            found.add(FieldViolation.forbidden("metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string"
                            + added.stream().collect(Collectors.joining(", ", "{", "}"))));
        }
        var grace = metadata.path("deletionGracePeriodSeconds");
        if (!grace.isMissingNode() && grace.asLong() != old.path("deletionGracePeriodSeconds").asLong(-1)) {
            found.add(FieldViolation.invalid("metadata.deletionGracePeriodSeconds", grace,
                    "field is immutable; may only be changed via deletion"));
        }
    }

    private static void checkOwner(String path, JsonNode owner, List<FieldViolation> found) {
        List.of("apiVersion", "kind", "name", "uid").stream().filter(field -> owner.path(field).asText().isEmpty())
                .forEach(field -> found.add(FieldViolation.invalid(path + "." + field, TextNode.valueOf(""),
                        field.equals("apiVersion") ? "version must not be empty" : "must not be empty")));
    }

    /**
     * Two bounds of which the first is not above the second.
     *
     * @param named the one that is refused
     */
    private record BoundOrder(String named, String small, String large, String message) {}

    private static void checkLimits(String path, JsonNode item, List<FieldViolation> found) {
        var type = item.path("type").asText();
        var names = new TreeSet<String>();
        for (var map : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
            if (type.equals("Pod") && map.startsWith("default") && !item.path(map).isEmpty()) {
                found.add(FieldViolation.forbidden(path + "." + map, "may not be specified when `type` is 'Pod'"));
                continue;
            }
            for (var name : JsonTreeOperations.fieldNames(item.path(map)).stream().sorted().toList()) {
                var problems = List.of("Pod", "Container").contains(type) ? ResourceNames.checkContainerResource(name)
                        : ResourceNames.checkResource(name);
                problems.forEach(problem -> found.add(FieldViolation.invalid(path + "." + map + "[" + name + "]",
                        SimulatedStoreJsonCodec.newObject().textNode(name), problem)));
                names.add(name);
            }
        }
        if (type.equals("PersistentVolumeClaim") && !item.path("min").has("storage")
                && !item.path("max").has("storage")) {
            found.add(FieldViolation.required(path + ".limits",
                    "either minimum or maximum storage value is required, but neither was provided"));
        }
        names.forEach(name -> checkOrder(path, item, name, found));
    }

    private static void checkOrder(String path, JsonNode item, String name, List<FieldViolation> found) {
        boolean flexible = ResourceNames.mayBeOvercommitted(name);
        for (var order : ORDERS) {
            // For a device a default request above the default limit is only said to be unequal.
            boolean pair = order.small().equals("defaultRequest") && order.large().equals("default") && !flexible;
            var small = item.path(order.small()).path(name);
            var large = item.path(order.large()).path(name);
            if (!pair && compare(small, large) > 0) {
                found.add(FieldViolation.invalid(path + "." + order.named() + "[" + name + "]",
                        item.path(order.named()).path(name),
                        order.message().formatted(small.asText(), large.asText())));
            }
        }
        var ratio = item.path("maxLimitRequestRatio").path(name);
        if (!ratio.isMissingNode()
                && FormatPreservingQuantity.of(ratio).compareTo(FormatPreservingQuantity.of(1)) < 0) {
            found.add(FieldViolation.invalid(path + ".maxLimitRequestRatio[" + name + "]", ratio,
                    "ratio %s is less than 1".formatted(ratio.asText())));
        }
        var limit = item.path("default").path(name);
        var request = item.path("defaultRequest").path(name);
        if (!flexible && compare(limit, request) != 0) {
            found.add(FieldViolation.invalid(path + ".defaultRequest[" + name + "]", request,
                    "default value %s must equal to defaultRequest value %s in %s".formatted(limit.asText(),
                            request.asText(), name)));
        }
    }

    /** Compares two amounts; what is not there is equal to anything. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isMissingNode() || other.isMissingNode()) {
            return 0;
        }
        return FormatPreservingQuantity.of(one).compareTo(FormatPreservingQuantity.of(other));
    }
}
