package tessera.text;

/** The words of another program as a reason: they are the message, in whatever language they are. */
public record ForeignMessage(String message) implements Reason {

    @Override
    public String text() {
        return message;
    }

    @Override
    public String remedyText() {
        return "";
    }
}
