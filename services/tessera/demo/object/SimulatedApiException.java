package tessera.demo.object;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import tessera.kube.schema.FieldViolation;

/** A refusal by the simulated API server, in the form of a real one: it becomes a {@code Status} body. */
public final class SimulatedApiException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;
    private final transient ObjectNode details;
    private final boolean showsDetails;

    /**
     * @param code    HTTP status
     * @param reason  machine-readable reason, e.g. {@code NotFound}; empty to leave it out
     * @param details the {@code details} object; empty to leave it out
     */
    public SimulatedApiException(int code, String reason, String message, ObjectNode details) {
        this(code, reason, message, details, !details.isEmpty());
    }

    private SimulatedApiException(int code, String reason, String message, ObjectNode details, boolean showsDetails) {
        super(message);
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.showsDetails = showsDetails;
    }

    /**
     * The object that an error is about.
     *
     * @param group API group, empty for the core
     * @param kind  what {@code details.kind} says: the plural resource, except for 422, where it is the Kind
     */
    public record ErrorSubject(String group, String kind, String name) {

        /** Returns the kind with its group, as messages name it. */
        public String qualifiedKind() {
            return group.isEmpty() ? kind : kind + "." + group;
        }

        /** Returns a new {@code details} object. */
        public ObjectNode createDetails() {
            var details = JsonNodeFactory.instance.objectNode();
            putField(details, "name", name);
            putField(details, "group", group);
            putField(details, "kind", kind);
            return details;
        }

        private static void putField(ObjectNode details, String field, String value) {
            if (!value.isEmpty()) {
                details.put(field, value);
            }
        }
    }

    /**
     * A reason why an object is invalid.
     *
     * @param reason  e.g. {@code FieldValueInvalid}
     * @param message without the field, e.g. {@code Invalid value: 2: must be equal to nvidia.com/gpu limit of 1}
     * @param field   path of the field
     */
    public record StatusCause(String reason, String message, String field) {
        public static StatusCause of(FieldViolation violation) {
            return new StatusCause(violation.kind().reason(), violation.message(), violation.path());
        }
    }

    public static SimulatedApiException notFound(ErrorSubject subject) {
        return new SimulatedApiException(404, "NotFound",
                "%s \"%s\" not found".formatted(subject.qualifiedKind(), subject.name()), subject.createDetails());
    }

    public static SimulatedApiException alreadyExists(ErrorSubject subject) {
        return new SimulatedApiException(409, "AlreadyExists",
                "%s \"%s\" already exists".formatted(subject.qualifiedKind(), subject.name()), subject.createDetails());
    }

    public static SimulatedApiException conflict(ErrorSubject subject, String reason) {
        return new SimulatedApiException(409, "Conflict", "Operation cannot be fulfilled on %s \"%s\": %s"
                .formatted(subject.qualifiedKind(), subject.name(), reason), subject.createDetails());
    }

    /** Returns the refusal of an object that was understood and is invalid; the message lists the causes as a real server does. */
    public static SimulatedApiException invalid(ErrorSubject subject, FieldViolation violation) {
        return invalid(subject, List.of(StatusCause.of(violation)));
    }

    public static SimulatedApiException invalid(ErrorSubject subject, List<StatusCause> causes) {
        var list = causes.stream().map(statusCause -> statusCause.field() + ": " + statusCause.message()).distinct()
                .toList();
        var text = list.size() == 1 ? list.getFirst() : list.stream().collect(Collectors.joining(", ", "[", "]"));
        var details = subject.createDetails();
        var array = details.putArray("causes");
        causes.forEach(statusCause -> array.addObject().put("reason", statusCause.reason())
                .put("message", statusCause.message()).put("field", statusCause.field()));
        return new SimulatedApiException(422, "Invalid",
                "%s \"%s\" is invalid: %s".formatted(subject.qualifiedKind(), subject.name(), text), details);
    }

    /** Returns a refusal for a reason on the server's side, e.g. a quota. */
    public static SimulatedApiException forbidden(ErrorSubject subject, String reason) {
        return new SimulatedApiException(403, "Forbidden",
                "%s \"%s\" is forbidden: %s".formatted(subject.qualifiedKind(), subject.name(), reason),
                subject.createDetails());
    }

    /** Returns a refusal with any code and reason; its {@code details} are there and empty. */
    public static SimulatedApiException withReason(int code, String reason, String message) {
        return new SimulatedApiException(code, reason, message, JsonNodeFactory.instance.objectNode(), true);
    }

    /** Returns an internal error that says no more than the message. */
    public static SimulatedApiException internalError(String message) {
        return new SimulatedApiException(500, "", message, JsonNodeFactory.instance.objectNode());
    }

    public static SimulatedApiException badRequest(String message) {
        return new SimulatedApiException(400, "BadRequest", message, JsonNodeFactory.instance.objectNode());
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    /** Returns the body that a client receives. */
    public ObjectNode statusBody() {
        var status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
        status.put("status", "Failure").put("message", getMessage());
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (showsDetails) {
            status.set("details", details);
        }
        return status.put("code", code);
    }
}
