package tessera.text;

import java.util.Map;

/** A reason with a remedy of its own. */
record RemediedReason(Reason reason, String remedy) implements Reason {

    @Override
    public String code() {
        return reason.code();
    }

    @Override
    public String text() {
        return reason.text();
    }

    @Override
    public String remedyText() {
        return remedy;
    }

    @Override
    public Reason withoutAddedRemedy() {
        return reason;
    }

    @Override
    public Map<String, Object> fieldValues() {
        return reason.fieldValues();
    }
}
