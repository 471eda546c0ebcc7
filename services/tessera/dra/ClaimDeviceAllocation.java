package tessera.dra;

/** A device that a claim gets on a node; the request is named as in allocation results. */
public record ClaimDeviceAllocation(String claim, String request, String driver, String pool, String device) {}
